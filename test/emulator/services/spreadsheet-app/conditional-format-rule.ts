import { checked, Exception, refuseUnknownMembers } from '../realm';
import type { BookObjects } from './book-objects';
import { type RuleDraft, ruleReaders } from './conditional-format';
import { createRuleBuilder } from './conditional-format-rule-builder';

const drafts = new WeakMap<object, RuleDraft>();
const NAME = 'SpreadsheetApp.ConditionalFormatRule';

/** What a ConditionalFormatRule of this realm says. @throws {Exception} E4 for any other object. */
export function ruleDraftOf(rule: unknown): RuleDraft {
  const draft = typeof rule === 'object' && rule !== null ? drafts.get(rule) : undefined;
  if (draft !== undefined) return draft;
  const method = 'SpreadsheetApp.Sheet.setConditionalFormatRules';
  throw new Exception(`The parameters ((class)[]) don't match the method signature for ${method}.`);
}

/** A `ConditionalFormatRule`: as it was read or built. */
export function createRule(draft: RuleDraft, book: BookObjects): object {
  const readers = ruleReaders(NAME, () => draft, book);
  const rule = refuseUnknownMembers('ConditionalFormatRule', {
    toString: () => 'ConditionalFormatRule',
    getRanges: readers.getRanges,
    getBooleanCondition: readers.getBooleanCondition,
    getGradientCondition: readers.getGradientCondition,
    copy: checked(`${NAME}.copy`, [[]], () =>
      createRuleBuilder(book, (built) => createRule(built, book), draft),
    ),
  });
  drafts.set(rule, draft);
  return rule;
}
