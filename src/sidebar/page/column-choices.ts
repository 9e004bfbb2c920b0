import { headingOf, KEY_HEADINGS, SHIFT_FIELDS, type ShiftField } from '../../contract/fields';
import type { Choice } from '../../contract/form';
import { isGrouped, keysOf, type ReportForm } from '../../contract/reports';

/** A choice of all columns that a report may show, then one for each of them, in their default order. */
export function columnChoices(choices: Pick<ReportForm, 'report' | 'groupBy'>): readonly Choice[] {
  const isFigure = ({ name, kind }: ShiftField) => kind !== 'date' && kind !== 'text' && name !== 'SHIFT_ID';
  const [keys, fields] = isGrouped(choices)
    ? [keysOf(choices).map((key) => KEY_HEADINGS[key]), SHIFT_FIELDS.filter(isFigure)]
    : [[], SHIFT_FIELDS];
  const columns = [...keys, ...fields.map(({ name }) => name)];
  return [
    { value: columns.join(), label: `All ${columns.length} columns` },
    ...columns.map((name) => ({ value: name, label: headingOf(name) })),
  ];
}
