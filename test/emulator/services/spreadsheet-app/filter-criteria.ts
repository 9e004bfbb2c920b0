import { checked, Exception, refuseUnknownMembers } from '../realm';

const NAME = 'SpreadsheetApp.FilterCriteriaBuilder';

const hiddenValues = new WeakMap<object, readonly string[]>();

/** The texts that criteria of this realm hide. @throws {Exception} E4 for any other object. */
export function hiddenValuesOf(criteria: unknown, methodName: string): readonly string[] {
  const values = typeof criteria === 'object' && criteria !== null ? hiddenValues.get(criteria) : undefined;
  if (values !== undefined) return values;
  throw new Exception(`The parameters (number,(class)) don't match the method signature for ${methodName}.`);
}

/** A `FilterCriteria`, of texts to hide. */
function createCriteria(values: readonly string[]): object {
  const criteria: object = refuseUnknownMembers('FilterCriteria', {
    toString: () => 'FilterCriteria',
    copy: checked('SpreadsheetApp.FilterCriteria.copy', [[]], () => createCriteriaBuilder(values)),
    getHiddenValues: checked('SpreadsheetApp.FilterCriteria.getHiddenValues', [[]], () => [...values]),
  });
  hiddenValues.set(criteria, values);
  return criteria;
}

/** A `FilterCriteriaBuilder`. Gathers in the realm: no member is a service call. */
export function createCriteriaBuilder(first: readonly string[] = []): object {
  let values = first;
  const builder: object = refuseUnknownMembers('FilterCriteriaBuilder', {
    setHiddenValues: checked(`${NAME}.setHiddenValues`, [['array']], (texts: unknown[]) => {
      values = texts.map(String);
      return builder;
    }),
    getHiddenValues: checked(`${NAME}.getHiddenValues`, [[]], () => [...values]),
    copy: checked(`${NAME}.copy`, [[]], () => createCriteriaBuilder(values)),
    build: checked(`${NAME}.build`, [[]], () => createCriteria(values)),
  });
  return builder;
}
