import type { HostHandlers, Json } from '../bridge';
import { HostError } from '../host-errors';
import type { ConditionalFormat } from '../world/spreadsheet/conditional-format';
import { localeOf } from '../world/spreadsheet/locale';
import { covers } from '../world/spreadsheet/rectangle';
import type { Sheet } from '../world/spreadsheet/sheet';
import { readTypedFormula } from '../world/spreadsheet/typed-formula';
import { parseTypedNumber } from '../world/spreadsheet/typed-number';
import { committed, editSheet, outsideSheet, type RangeTarget, type SheetTarget } from './document-access';

/** A rule as the realm hands it over: each range says which sheet it is of. */
interface HandedRule extends ConditionalFormat {
  readonly ranges: readonly RangeTarget[];
}

/** Conditional formats of a Sheet: all of them are read, and all of them are replaced. */
export const conditionalFormatHandlers: HostHandlers = {
  'SpreadsheetApp.newConditionalFormatRule': () => null,
  'Sheet.getConditionalFormatRules': (context, { sheetId }: SheetTarget) =>
    committed(context)
      .sheet(sheetId)
      .conditionalFormats.map((rule) => ({
        ...rule,
        ranges: rule.ranges.map((range) => ({ ...range, sheetId })),
      })) as unknown as Json,
  'Sheet.setConditionalFormatRules': (context, target: SheetTarget, rules: readonly HandedRule[]) =>
    editSheet(context, target, (workbook, sheet) => {
      if (context.world.switches.unreadableRules === 'refused')
        for (const rule of rules) checkReadable(rule, workbook.settings.locale);
      sheet.conditionalFormats = rules.map((rule) => ({
        ...rule,
        ranges: rule.ranges.map((range) => rangeOf(sheet, range)),
      }));
      workbook.noteChange(sheet.id);
    }),
  'Sheet.clearConditionalFormatRules': (context, target: SheetTarget) =>
    editSheet(context, target, (workbook, sheet) => {
      sheet.conditionalFormats = [];
      workbook.noteChange(sheet.id);
    }),
};

/** @throws {HostError} for a range of another sheet (text assumed) or beyond the edge. */
function rangeOf(sheet: Sheet, { sheetId, ...block }: RangeTarget) {
  if (sheetId !== sheet.id) throw new HostError('The ranges of a rule must be on the sheet of the rule.');
  if (!covers(sheet.bounds, block)) throw outsideSheet();
  return block;
}

/** A rule's formula, and the values of its gradient, are read as if typed (fact K12). @throws {HostError} Text assumed. */
function checkReadable({ condition, gradient }: HandedRule, localeName: string): void {
  const locale = localeOf(localeName);
  const formulas = condition?.criteria === 'CUSTOM_FORMULA' ? condition.values.map(String) : [];
  const points = gradient === null ? [] : [gradient.min, gradient.mid, gradient.max];
  const isReadable =
    formulas.every((formula) => readTypedFormula(formula, locale) !== undefined) &&
    points.every(
      (point) => point === null || point.value === '' || parseTypedNumber(point.value, locale) !== undefined,
    );
  if (!isReadable) throw new HostError('Invalid conditional format rule.');
}
