import { type ArgumentType, checked, Exception, refuseUnknownMembers } from '../realm';
import type { BookObjects, RangeHandle } from './book-objects';
import { type GradientPoint, type RuleDraft, ruleReaders } from './conditional-format';
import { rangeHandleOf } from './range';
import { interpolationTypes } from './sheet-enums';

const NAME = 'SpreadsheetApp.ConditionalFormatRuleBuilder';

type Condition = NonNullable<RuleDraft['condition']>;

/** Everything a builder may have been told; what is missing shows when it builds. */
interface Parts {
  ranges: readonly RangeHandle[];
  criteria: string | null;
  values: readonly unknown[];
  look: Pick<Condition, 'background' | 'fontColor' | 'bold' | 'italic'>;
  points: { min?: GradientPoint; mid?: GradientPoint; max?: GradientPoint };
}

const NO_LOOK = { background: null, fontColor: null, bold: null, italic: null };

/** A `ConditionalFormatRuleBuilder`. Gathers in the realm: no member is a service call. */
export function createRuleBuilder(
  book: BookObjects,
  build: (draft: RuleDraft) => object,
  first?: RuleDraft,
): object {
  const parts = partsOf(first);
  /** A condition and a gradient exclude each other: the one told last counts (assumed). */
  const when = (member: string, criteria: string, signature: readonly ArgumentType[]) =>
    checked(`${NAME}.${member}`, [signature], (...values: unknown[]) => {
      Object.assign(parts, { criteria, values, points: {} });
      return builder;
    });
  const number = (member: string, criteria: string) => when(member, criteria, ['number']);
  const text = (member: string, criteria: string) => when(member, criteria, ['string']);
  const point = (member: string, end: keyof Parts['points'], type?: string) =>
    checked(
      `${NAME}.${member}`,
      [type === undefined ? ['string', 'object', 'string'] : ['string']],
      (color: string, given: object, value: string) => {
        const name = type ?? typeName(given, member);
        const whole = { color, type: name, value: type === undefined ? value : '' };
        Object.assign(parts, { criteria: null, values: [], points: { ...parts.points, [end]: whole } });
        return builder;
      },
    );
  const look = (member: string, part: keyof Parts['look']) =>
    checked(`${NAME}.${member}`, [['any']], (value: unknown) => {
      parts.look = { ...parts.look, [part]: value };
      return builder;
    });
  const readers = ruleReaders(NAME, () => draftOf(parts), book);
  const builder: object = refuseUnknownMembers('ConditionalFormatRuleBuilder', {
    getRanges: readers.getRanges,
    getBooleanCondition: readers.getBooleanCondition,
    getGradientCondition: readers.getGradientCondition,
    setRanges: checked(`${NAME}.setRanges`, [['array']], (ranges: object[]) => {
      parts.ranges = ranges.map((range) => rangeHandleOf(range, `${NAME}.setRanges`));
      return builder;
    }),
    setBackground: look('setBackground', 'background'),
    setFontColor: look('setFontColor', 'fontColor'),
    setBold: look('setBold', 'bold'),
    setItalic: look('setItalic', 'italic'),
    setGradientMinpoint: point('setGradientMinpoint', 'min', 'MIN'),
    setGradientMaxpoint: point('setGradientMaxpoint', 'max', 'MAX'),
    setGradientMinpointWithValue: point('setGradientMinpointWithValue', 'min'),
    setGradientMidpointWithValue: point('setGradientMidpointWithValue', 'mid'),
    setGradientMaxpointWithValue: point('setGradientMaxpointWithValue', 'max'),
    whenCellEmpty: when('whenCellEmpty', 'CELL_EMPTY', []),
    whenCellNotEmpty: when('whenCellNotEmpty', 'CELL_NOT_EMPTY', []),
    whenFormulaSatisfied: text('whenFormulaSatisfied', 'CUSTOM_FORMULA'),
    whenNumberBetween: when('whenNumberBetween', 'NUMBER_BETWEEN', ['number', 'number']),
    whenNumberNotBetween: when('whenNumberNotBetween', 'NUMBER_NOT_BETWEEN', ['number', 'number']),
    whenNumberEqualTo: number('whenNumberEqualTo', 'NUMBER_EQUAL_TO'),
    whenNumberNotEqualTo: number('whenNumberNotEqualTo', 'NUMBER_NOT_EQUAL_TO'),
    whenNumberGreaterThan: number('whenNumberGreaterThan', 'NUMBER_GREATER_THAN'),
    whenNumberGreaterThanOrEqualTo: number(
      'whenNumberGreaterThanOrEqualTo',
      'NUMBER_GREATER_THAN_OR_EQUAL_TO',
    ),
    whenNumberLessThan: number('whenNumberLessThan', 'NUMBER_LESS_THAN'),
    whenNumberLessThanOrEqualTo: number('whenNumberLessThanOrEqualTo', 'NUMBER_LESS_THAN_OR_EQUAL_TO'),
    whenTextContains: text('whenTextContains', 'TEXT_CONTAINS'),
    whenTextDoesNotContain: text('whenTextDoesNotContain', 'TEXT_DOES_NOT_CONTAIN'),
    whenTextEndsWith: text('whenTextEndsWith', 'TEXT_ENDS_WITH'),
    whenTextEqualTo: text('whenTextEqualTo', 'TEXT_EQUAL_TO'),
    whenTextStartsWith: text('whenTextStartsWith', 'TEXT_STARTS_WITH'),
    copy: checked(`${NAME}.copy`, [[]], () => createRuleBuilder(book, build, draftOf(parts))),
    build: checked(`${NAME}.build`, [[]], () => build(complete(draftOf(parts)))),
  });
  return builder;
}

function partsOf(draft: RuleDraft | undefined): Parts {
  const { criteria = null, values = [], ...look } = draft?.condition ?? (NO_LOOK as Partial<Condition>);
  const { min, mid, max } = draft?.gradient ?? {};
  return {
    ranges: draft?.ranges ?? [],
    criteria,
    values,
    look: { ...NO_LOOK, ...look },
    points: { ...(min && { min }), ...(mid && { mid }), ...(max && { max }) },
  };
}

function draftOf({ ranges, criteria, values, look, points: { min, mid, max } }: Parts): RuleDraft {
  const condition = criteria === null ? null : { criteria, values, ...look };
  const gradient = min === undefined || max === undefined ? null : { min, mid: mid ?? null, max };
  return { ranges, condition, gradient };
}

/** @throws {Exception} for a rule without cells (recorded), or with neither a condition nor both ends (assumed). */
function complete(draft: RuleDraft): RuleDraft {
  if (draft.ranges.length === 0) throw new Exception('Ranges must have at least one range');
  if (draft.condition !== null || draft.gradient !== null) return draft;
  throw new Exception('A conditional format rule needs a condition, or both ends of a gradient');
}

/** @throws {Exception} E4 for what is no interpolation type. */
function typeName(type: object, member: string): string {
  const name = String(type);
  if (/^[A-Z]+$/.test(name) && interpolationTypes[name] === type) return name;
  const types = 'String,(class),String';
  throw new Exception(`The parameters (${types}) don't match the method signature for ${NAME}.${member}.`);
}
