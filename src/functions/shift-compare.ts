import { refuseOption } from '../answers/arguments/refusals';
import { daysOf, type Question } from '../answers/question';
import { type CellValue, planTable } from '../answers/tables/answer-table';
import { compareColumns, totalNameBeside } from '../answers/tables/figure-columns';
import { repetitionNotes, requireShown } from '../answers/tables/notes';
import { type DateRange, dayCount, periodLabels, startOfPeriod } from '../calendar/calendar-date';
import { contributions } from '../figures/contributions';
import { choicesOf } from '../figures/definitions';
import { prepareFigures } from '../figures/figure-set';
import type { FigureRequest } from '../figures/figures';
import type { Measure } from '../figures/measures';
import { EARLIER_WEEKS } from '../figures/share-statistics';
import { completeWeeks } from '../figures/weeks';
import { type PeriodWords, WEEK_WORDS, whyItMoved } from '../figures/why-it-moved';
import { oldestTime, rowNotes } from '../reports/fetching/kept-rows';
import { type FormulaRun, inCell, type ShownReport } from './formula-run';

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
    const { before, range: after } = daysOf(question, run.dateContext(chosen.weekStarts)) as {
      readonly before: DateRange;
      readonly range: DateRange;
    };
    const columns = compareColumns(keys, measure, periodLabels(before, after), chosen);
    const layOut = planTable(columns, chosen);
    const compared: Compared = { run, question, before, after };
    if (chosen.words) return [[explain(compared) ?? chosen.empty]];
    const { answer, zone } = compare(compared);
    return layOut(answer, run.presentation(chosen, zone));
  });
}

/** Two periods to be compared. */
interface Compared {
  readonly run: FormulaRun;
  readonly question: Question;
  readonly before: DateRange;
  readonly after: DateRange;
}

function compare({ run, question, before, after }: Compared) {
  const { keys, options } = question;
  const shown = run.readSeveral([before, after], options) as [ShownReport, ShownReport];
  const { today, zone } = shown[1];
  const { request, weekStart, sideOf } = prepareBoth({ run, question, before, after }, shown);
  const [a, b] = [sideOf(shown[0], before), sideOf(shown[1], after)];
  const compared = contributions(a, b, keys, request);
  const generatedAt = oldestTime(shown.map(({ report }) => report.generatedAt));
  const totalName = totalNameBeside(compared.groups);
  const facts = { request, today, before, after, generatedAt, totalName, weekStart };
  const notes = [
    ...[...rowNotes(shown[0].report), ...repetitionNotes(a)].map((note) => `before: ${note}`),
    ...[...rowNotes(shown[1].report), ...repetitionNotes(b)].map((note) => `after: ${note}`),
  ];
  const last = options.totals ? compared.total : undefined;
  return { answer: { lines: compared.groups, last, facts, notes }, zone };
}

/** The definition of both periods, and what makes the records of each ready for figures. */
function prepareBoth({ run, question, before, after }: Compared, shown: readonly [ShownReport, ShownReport]) {
  const range = { from: Math.min(before.from, after.from), to: Math.max(before.to, after.to) };
  const { today } = shown[1];
  // One definition for both periods, or their change would mean nothing.
  const rows = shown.flatMap(({ report }) => report.rows);
  const both = run.figuresOf(question, rows, { range, today });
  const { filters, weekStart } = both;
  const context = { today, weekStart, keptDefinitions: undefined };
  const sideOf = ({ report }: ShownReport, days: DateRange) =>
    prepareFigures(report.rows, { measures: [], filters }, { ...context, range: days });
  return { request: both.requests[0] as FigureRequest, weekStart, sideOf };
}

/**
 * The change in one sentence. The 13 weeks before period B, read in the same look at the cache, say what is usual.
 *
 * @returns `undefined` where a period has no figure.
 * @throws {ReportError} `invalid_option` where a figure is withheld, and where more than one definition is left.
 */
function explain({ run, question, before, after }: Compared): string | undefined {
  const { keys, options } = question;
  const end = startOfPeriod('week', after.from, run.weekStart(options.weekStarts));
  const past = { from: end - 7 * EARLIER_WEEKS, to: end - 1 };
  const [one, other, earlier] = run.readSeveral([before, after, past], options) as [
    ShownReport,
    ShownReport,
    ShownReport,
  ];
  const { request, sideOf } = prepareBoth({ run, question, before, after }, [one, other]);
  const [a, b, c] = [sideOf(one, before), sideOf(other, after), sideOf(earlier, past)];
  const { total } = contributions(a, b, [], request);
  for (const side of [total.a, total.b]) requireShown([{ figures: [side] }], [request]);
  const left = request.definitions?.left.map(({ definition }) => definition) ?? [];
  if (left.length > 1 && total.change !== null) {
    refuseOption(`Choose with "basis", ${choicesOf(left)}: a sentence needs one definition`);
  }
  const words = periodWords(before, after, end);
  const asked = { before: a, after: b, earlier: c.rows, weeks: completeWeeks(c), keys, words };
  return whyItMoved(asked, request)?.text;
}

/** How a sentence calls the periods. @param weekOfAfter The first day of the week in which period B begins. */
function periodWords(before: DateRange, after: DateRange, weekOfAfter: number): PeriodWords {
  const areWeeks = dayCount(before) === 7 && dayCount(after) === 7;
  if (areWeeks && before.to + 1 === after.from) {
    return after.from === weekOfAfter ? WEEK_WORDS : { ...WEEK_WORDS, before: 'the 7 days before' };
  }
  const [one, other] = periodLabels(before, after);
  return {
    before: `(${one})`,
    after: ` (${other})`,
    normal: areWeeks ? WEEK_WORDS.normal : 'a normal change',
  };
}
