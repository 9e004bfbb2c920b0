import { placeArguments } from '../answers/arguments/arguments';
import { readComparedRanges } from '../answers/arguments/dates';
import { groupKeysGiven, type Options, readGroupBy, STANDARD_KEYS } from '../answers/arguments/options';
import { refuseOption } from '../answers/arguments/refusals';
import { type CellValue, planTable } from '../answers/tables/answer-table';
import { compareColumns, totalNameBeside } from '../answers/tables/figure-columns';
import { checkBasis, requireShown } from '../answers/tables/notes';
import { type DateRange, dayCount, periodLabels, startOfPeriod } from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import { isAmerican } from '../employer-api/connection';
import { contributions } from '../figures/contributions';
import type { FigureRequest } from '../figures/figure';
import { prepareFigures } from '../figures/figure-set';
import { isPeriodKey } from '../figures/group-keys';
import { findMeasure, type Measure, needsTargets } from '../figures/measures';
import { EARLIER_WEEKS } from '../figures/share-statistics';
import { completeWeeks } from '../figures/weeks';
import { type PeriodWords, WEEK_WORDS, whyItMoved } from '../figures/why-it-moved';
import { oldestTime, rowNotes } from '../reports/fetching/kept-rows';
import { refuseUnknownNames } from '../reports/saved/learned';
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
    const args = [by, fromA, toA, fromB, toB, ...options];
    const placed = placeArguments('SHIFT_COMPARE', args);
    const given = readGroupBy(placed.by);
    const chosen = run.options('SHIFT_COMPARE', placed.options);
    const keys = groupKeysGiven(given, chosen.groupBy) ?? STANDARD_KEYS.SHIFT_COMPARE;
    if (keys.some(isPeriodKey)) {
      refuseOption(
        'Compare by venue, area, role or weekday: two periods have no day, week or month in common',
      );
    }
    const measure = oneMeasure(chosen.measures);
    checkBasis([measure], chosen.basis);
    const context = run.dateContext(chosen.weekStarts);
    const { before, after } = readComparedRanges(
      [placed.fromA, placed.toA],
      [placed.from, placed.to],
      context,
    );
    const columns = compareColumns(keys, measure, periodLabels(before, after), chosen);
    const layOut = planTable(columns, chosen);
    if (chosen.words) return [[explain(run, keys, measure, [before, after], chosen) ?? chosen.empty]];
    const { answer, zone } = compare(run, keys, measure, [before, after], chosen);
    return layOut(answer, run.presentation(chosen, zone));
  });
}

function oneMeasure(measures: readonly Measure[] | undefined): Measure {
  const [measure = findMeasure('true fulfilment %') as Measure, second] = measures ?? [];
  if (needsTargets(measure)) {
    refuseOption(`Choose another figure, such as "true fulfilment %": "${measure.words[0]}" is not compared`);
  }
  return second === undefined
    ? measure
    : refuseOption('Compare one figure at a time: give one name with "measures"');
}

function compare(
  run: FormulaRun,
  keys: readonly GroupKey[],
  measure: Measure,
  ranges: readonly [before: DateRange, after: DateRange],
  options: Options,
) {
  const shown = run.readSeveral(ranges, options) as [ShownReport, ShownReport];
  const [before, after] = ranges;
  const { today, zone } = shown[1];
  const weekStart = run.weekStart(options.weekStarts);
  const { request, sideOf } = prepareBoth(run, measure, ranges, shown, options);
  const [a, b] = [sideOf(shown[0], before), sideOf(shown[1], after)];
  const doubts = { a: a.doubts, b: b.doubts };
  const isToCome = { a: before.from >= today, b: after.from >= today };
  const compared = contributions(a.rows, b.rows, { keys, today, weekStart, doubts, isToCome }, request);
  const generatedAt = oldestTime(shown.map(({ report }) => report.generatedAt));
  const totalName = totalNameBeside(compared.groups);
  const facts = { request, today, before, after, generatedAt, totalName, weekStart };
  const notes = [
    ...rowNotes(shown[0].report).map((note) => `before: ${note}`),
    ...rowNotes(shown[1].report).map((note) => `after: ${note}`),
  ];
  const last = options.totals ? compared.total : undefined;
  return { answer: { lines: compared.groups, last, facts, notes }, zone };
}

/** The definition of both periods, and what makes the records of each ready for figures. */
function prepareBoth(
  run: FormulaRun,
  measure: Measure,
  [before, after]: readonly [before: DateRange, after: DateRange],
  shown: readonly [ShownReport, ShownReport],
  options: Options,
) {
  const { today } = shown[1];
  const context = {
    today,
    weekStart: run.weekStart(options.weekStarts),
    keptDefinitions: run.keptDefinitions(),
  };
  // One definition for both periods, or their change would mean nothing.
  const both = prepareFigures(
    shown.flatMap(({ report }) => report.rows),
    {
      measures: [measure],
      basis: options.basis,
      hasIntervals: options.evidence,
      filters: (known) => {
        refuseUnknownNames(run, known, options.filters);
        return options.filters;
      },
    },
    {
      ...context,
      range: { from: Math.min(before.from, after.from), to: Math.max(before.to, after.to) },
    },
  );
  const [request] = both.requests as [FigureRequest];
  const sideOf = ({ report }: ShownReport, range: DateRange) =>
    prepareFigures(report.rows, { measures: [], filters: () => both.filters }, { ...context, range });
  return { request, sideOf };
}

/**
 * The change in one sentence. The 13 weeks before period B, read in the same look at the cache, say what is usual.
 *
 * @returns `undefined` where a period has no figure.
 * @throws {ReportError} `invalid_option` for a count, and where the definition is not known well enough for one figure.
 */
function explain(
  run: FormulaRun,
  keys: readonly GroupKey[],
  measure: Measure,
  [before, after]: readonly [before: DateRange, after: DateRange],
  options: Options,
): string | undefined {
  if (measure.kind === 'count') {
    refuseOption('Compare a percentage, such as "true fulfilment %", or leave "words" out');
  }
  const weekStart = run.weekStart(options.weekStarts);
  const end = startOfPeriod('week', after.from, weekStart);
  const past = { from: end - 7 * EARLIER_WEEKS, to: end - 1 };
  const [a, b, c] = run.readSeveral([before, after, past], options) as [
    ShownReport,
    ShownReport,
    ShownReport,
  ];
  const { today } = b;
  const { request, sideOf } = prepareBoth(run, measure, [before, after], [a, b], options);
  const [rowsBefore, rowsAfter] = [sideOf(a, before).rows, sideOf(b, after).rows];
  const sides = { keys: [], today, weekStart };
  const { total } = contributions(rowsBefore, rowsAfter, sides, request);
  requireShown([{ figures: [total.a] }], [request]);
  requireShown([{ figures: [total.b] }], [request]);
  const words = periodWords(before, after, end);
  const why = whyItMoved(
    {
      ...{ before: rowsBefore, after: rowsAfter, until: after.to },
      ...{ earlier: sideOf(c, past).rows, weeks: completeWeeks({ range: past, today, weekStart }) },
      ...{ keys, today, weekStart, words, isAmerican: isAmerican(run.connection().region) },
    },
    request,
  );
  return why?.text;
}

/** How a sentence calls the periods. @param weekOfAfter The first day of the week in which period B begins. */
function periodWords(before: DateRange, after: DateRange, weekOfAfter: number): PeriodWords {
  const areWeeks = dayCount(before) === 7 && dayCount(after) === 7;
  if (areWeeks && before.to + 1 === after.from) {
    return after.from === weekOfAfter ? WEEK_WORDS : { ...WEEK_WORDS, before: 'the 7 days before' };
  }
  const [one, other] = periodLabels(before, after);
  return { before: `(${one})`, after: `(${other})`, several: areWeeks ? 'weeks' : 'such periods' };
}
