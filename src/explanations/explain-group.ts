import { requestFigures } from '../answers/tables/figure-requests';
import { isDoubtful } from '../answers/tables/settled';
import { formatIsoDate } from '../calendar/calendar-date';
import type { Explanation } from '../contract/sidebar';
import { distinctRows } from '../figures/distinct-rows';
import { groupFigures } from '../figures/group-figures';
import { KEY_HEADINGS } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import { isPeriodKey } from '../figures/periods';
import { filterRows } from '../figures/row-filter';
import { nameFilters } from '../reports/saved/seen-names';
import { linesOf, NOT_KEPT, nameInTitle } from './explanation';
import { figureBehind } from './figure-behind';
import type { KnownFacts } from './known-facts';
import { MEANINGS } from './meanings';
import { columnTitle, isKey, type ReportCell, valueIn } from './report-cell';
import { findGroup } from './row-keys';
import { rowsOfGroup } from './rows-of-group';
import { workedOutAgain } from './worked-out-again';

const UNKNOWN =
  'None of the rows that are kept: the names or days of this row were changed, or the service corrected them. Refresh the report.';

/** Explains a cell of a grouped table, from the rows that are kept. */
export function explainGroup(known: KnownFacts, place: ReportCell): Explanation {
  const { field } = place;
  const of = keyWords(known, place);
  const title = isKey(place)(field) || of === '' ? columnTitle(field) : `${columnTitle(field)} of ${of}`;
  const measure = MEASURES.find(({ name }) => name === field);
  const meaning = linesOf({ Meaning: MEANINGS[field] && `${MEANINGS[field]}.` });
  const behind = rowsBehind(known, place);
  if (typeof behind === 'string')
    return { title, lines: [...meaning, { label: 'Rows behind it', value: behind }] };
  const { rows, all, today, isToCome } = behind;
  if (measure === undefined) {
    const value = `${rows.length} shift record${rows.length === 1 ? '' : 's'}`;
    return { title, lines: [...meaning, { label: 'Rows behind it', value }] };
  }
  const [request] = requestFigures([measure], undefined, { rows: all, today, kept: known.bases() });
  if (request === undefined) return { title, lines: meaning };
  const { figure, lines, whyBlank } = figureBehind(request, rows, today, isToCome);
  // Beside no NOTES, a figure that would mislead is not written.
  const isWithheld = isDoubtful(figure) && !place.question.fields.includes('NOTES');
  const value = isWithheld ? null : figure.value;
  return {
    title,
    lines: [
      ...lines,
      workedOutAgain(known, valueIn(place, field), value, {
        isRate: measure.kind === 'rate',
        whyBlank: whyBlank('value'),
      }),
    ],
  };
}

/** The rows of the group that a table's row shows, and all that were read; or why there are none, in words. */
function rowsBehind(known: KnownFacts, place: ReportCell) {
  const { content, question, cell, values } = place;
  const range = { from: content.from, to: content.to };
  const kept = known.rowsOf(range);
  if (kept === undefined) return NOT_KEPT;
  const { rows: all, repeats } = distinctRows(kept.rows);
  const chosen = filterRows(
    all,
    nameFilters(all, question.filters, () => known.seenNames()),
  );
  const { keys, fields } = question;
  const weekStart = known.weekStart();
  // What was not over then is not in the table.
  const today = known.dayAt(content.refreshedAt);
  const { groups } = groupFigures(chosen, { keys, range, today, weekStart, repeats }, []);
  const shown = { fields, values, index: cell.row - 2 };
  const group = findGroup(groups, keys, shown, (date) => known.dayOf(date));
  if (group === undefined) return UNKNOWN;
  const isToCome = group.days?.covered === 0;
  return { rows: rowsOfGroup(chosen, keys, group.keys, weekStart), all, today, isToCome };
}

/** `Grand Hotel, week 2026-03-02` */
function keyWords(known: KnownFacts, place: ReportCell): string {
  return place.question.keys
    .flatMap((key) => {
      const value = valueIn(place, KEY_HEADINGS[key]);
      if (value === undefined) return [];
      if (!isPeriodKey(key)) return [nameInTitle(String(value))];
      const day = known.dayIn(value);
      return [`${key} ${day === undefined ? String(value) : formatIsoDate(day)}`];
    })
    .join(', ');
}
