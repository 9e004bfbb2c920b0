import { refuseOption } from '../answers/arguments/cells';
import { daysOf } from '../answers/question';
import { type CellValue, planTable } from '../answers/tables/answer-table';
import { compareColumns, repetitionNotes, requireShown } from '../answers/tables/figure-columns';
import { type DateRange, isOn, shortDays, startOfPeriod } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-report';
import { choicesOf } from '../figures/definitions';
import { distinctRows, type FigureRequest, likenessOfVenues } from '../figures/figures';
import type { Measure } from '../figures/measures';
import { filterRows, rowsOn } from '../figures/row-filter';
import { EARLIER_WEEKS } from '../figures/share-statistics';
import { type Contribution, contributions, whyItMoved } from '../figures/why-it-moved';
import type { ReadReport } from '../reports/fetching/fetch-days';
import { oldestTime, rowNotes } from '../reports/fetching/kept-rows';
import { inCell } from './formula-run';

/**
 * Why a figure moved from period A to period B: per venue or job title the change and the parts it contributes, which add up; with "words" one sentence. A blank: the period just before B. Example: =SHIFT_COMPARE("venue")
 *
 * @param {text} by (optional) What to compare: venue, area, role, weekday or several. Blank: venue. Example: "venue"
 * @param {date|text} fromA (optional) First day of the period before. Blank: the period of the same kind just before B. Example: "week before last"
 * @param {date|text} toA (optional) Last day of the period before; a period gives its last day. Example: "week before last"
 * @param {date|text} fromB (optional) First day of the period after, or a period. Blank: the last 7 days. Example: "last week"
 * @param {date|text} toB (optional) Last day of the period after; a period gives its last day. Example: "last week"
 * @param {text|range} option (optional) Options in pairs: "measures", "words", "totals" and others; see SHIFT_LIST("options"). Example: "measures"
 * @param {any} value (optional) The value of the option before it; more pairs may follow. Example: "worked %"
 * @return {any[][]} A heading row, then one row per group.
 * @customfunction
 */
export function SHIFT_COMPARE(
  by: unknown,
  fromA: unknown,
  toA: unknown,
  fromB: unknown,
  toB: unknown,
  ...options: unknown[]
): CellValue[][] {
  return inCell((run) => {
    const question = run.ask('SHIFT_COMPARE', [by, fromA, toA, fromB, toB, ...options]);
    const { keys, options: chosen } = question;
    const [measure] = question.measures as [Measure];
    const days = daysOf(question, run.dateContext(chosen.weekStarts));
    const [before, after] = [days.before as DateRange, days.range as DateRange];
    const labels = [shortDays(before), shortDays(after)] as const;
    const layOut = planTable(compareColumns(keys, measure, labels, chosen), chosen);
    // For a sentence the 13 weeks before period B, read in the same look at the cache, say what is usual.
    const end = startOfPeriod('week', after.from, run.weekStart(chosen.weekStarts));
    const weeks = chosen.words ? [{ from: end - 7 * EARLIER_WEEKS, to: end - 1 }] : [];
    const { reports, today, cell } = run.read([before, after, ...weeks], chosen);
    const [one, other, earlier] = reports as [ReadReport, ReadReport, ReadReport?];
    // One definition for both periods, or their change would mean nothing. Days of both are read twice.
    const isNew = ({ [DAY_COLUMN]: day }: ShiftRow) => !isOn(day, before);
    const records = [...one.rows, ...other.rows.filter(isNew)];
    const range = { from: Math.min(before.from, after.from), to: Math.max(before.to, after.to) };
    const both = run.figuresOf(question, records, { range, today });
    const [request] = both.requests as [FigureRequest];
    if (earlier) {
      const rows = [
        ...filterRows(distinctRows(earlier.rows).rows, both.filters),
        ...rowsOn(both.rows, after),
      ];
      const judged = { ...both, rows, range: { from: earlier.range.from, to: after.to } };
      const [likeness] = likenessOfVenues(judged, [request]);
      const why = whyItMoved(both, [before, after], keys, { ...request, likeness }, labels);
      if (why !== undefined) return [[why.text]];
      const { total } = contributions(both, [before, after], [], request);
      refuseSentence(total, request);
      return [[chosen.empty ?? `Nothing to count in ${labels[total.a.value === null ? 0 : 1]}.`]];
    }
    const compared = contributions(both, [before, after], keys, request);
    const generatedAt = oldestTime([one.generatedAt, other.generatedAt]);
    const facts = { request, today, before, after };
    const notes = [
      ...rowNotes(one).map((note) => `before: ${note}`),
      ...rowNotes(other).map((note) => `after: ${note}`),
      ...repetitionNotes(both),
    ];
    const last = chosen.totals ? compared.total : undefined;
    const answer = { items: compared.groups, facts, last, notes, generatedAt, weekStart: both.weekStart };
    return layOut(answer, cell);
  });
}

/** Refuses a sentence where a figure is withheld, and where more than one definition is left. @throws {ReportError} `invalid_option` */
function refuseSentence({ a, b, change }: Contribution, request: FigureRequest): void {
  for (const side of [a, b]) requireShown([{ figures: [side] }], [request]);
  const left = request.definitions?.left ?? [];
  if (left.length > 1 && change !== null) {
    refuseOption(`Choose with "basis", ${choicesOf(left)}: a sentence needs one definition`);
  }
}
