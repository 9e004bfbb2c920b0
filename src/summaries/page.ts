import {
  type CalendarDate,
  MONTHS,
  shortDay,
  shortDays,
  shortMoment,
  startOfPeriod,
  toParts,
  weekday,
} from '../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../contract/schedule';
import type { SummaryForm, SummaryUnit } from '../contract/summaries';
import {
  countOf,
  DashboardFigures,
  figureIn,
  isComplete,
  isRate,
  largestFirst,
  nameOf,
  rateOrRange,
  rateText,
  type ShownName,
  wordsOf,
} from '../dashboards/dashboard-figures';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { countText, reportText } from '../dashboards/dashboard-texts';
import { WORSE } from '../dashboards/layout';
import { LEADING_FIGURES } from '../dashboards/templates/overview';
import { compared, judgeTarget, targetIn, targetText } from '../dashboards/tiles';
import { capital, fitText, shownCount, shownPercent, shownRate } from '../employer-api/text';
import { type Group, isProvisional, keyOf } from '../figures/figures';
import type { GroupKey } from '../figures/group-keys';
import { definitionText } from '../figures/measures';
import { foldName } from '../figures/names';
import { DAYS_UNTIL_FINAL, MOST_VENUE_PAGES } from '../limits';
import {
  type MailBlock,
  type MailDocument,
  type MailTile,
  nameInMail,
  typedText,
} from '../reports/mail/mail-document';
import { drawTrend, type Gzip, SHOWN_WIDTH } from './trend-image';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const [MISSING, UNFILLED] = ['MISSING_PEOPLE', 'SHIFTS_UNFILLED'] as const;
/** Periods of the trend, and days of each weekday that say what is usual. */
const PERIODS = 13;
/** Of 13 days, in order, the 7th is the median; all but the least and the most lie from the 2nd to the 12th. */
const [MEDIAN, SECOND, TWELFTH] = [6, 1, 11];
/** Lines of a list, and days to come that are listed. */
const [LISTED, DAYS_TO_COME] = [5, 7];
/** The longest subject of a mail, in characters. */
const LONGEST_SUBJECT = 80;
const NONE = '–';

/** The sums of a report's rows, once for all pages of its summary emails. */
export interface SummaryRows {
  readonly figures: DashboardFigures;
  readonly unit: SummaryUnit;
  /** The first days of complete weeks or months of the report, oldest first. */
  readonly complete: readonly CalendarDate[];
  /** The first day of the last week or month that was over when today began, whether the report has it or not. */
  readonly last: CalendarDate;
}

/** Sums the rows of a report. */
export function summaryRows(source: DashboardSource, unit: SummaryUnit): SummaryRows {
  const figures = new DashboardFigures(source);
  const { groups } = figures.by(unit);
  return {
    ...{ figures, unit },
    complete: groups.filter(isComplete).map((group) => Number(keyOf(group))),
    last: startOfPeriod(unit, source.today, source.weekStart, -1),
  };
}

/** The pages of a summary email: the venue of each, or `undefined` for the whole report; and how many venues have none. */
export function pagesOf(
  { figures, unit }: SummaryRows,
  start: CalendarDate,
  split: SummaryForm['split'],
): { readonly pages: readonly (string | undefined)[]; readonly left: number } {
  if (split === 'all') return { pages: [undefined], left: 0 };
  const own = figures
    .by(unit, 'venue')
    .groups.filter(({ keys: [period, name] }) => period === start && typeof name === 'string');
  const venues = largestFirst(own, (group) => countOf(group, MISSING)).map((group) => nameOf(group, 1));
  return { pages: venues.slice(0, MOST_VENUE_PAGES), left: Math.max(0, venues.length - MOST_VENUE_PAGES) };
}

/** What a page needs besides the rows. */
interface PageContext {
  /** The name and the address of the spreadsheet; empty where they are not known. */
  readonly spreadsheet: string;
  readonly link: string;
  /** What the reader of a test must know; empty for a page that is no test. */
  readonly test: string;
  /** How many venues have no page, where each has its own. */
  readonly left: number;
  readonly gzip: Gzip;
}

/** A page that is being made. */
interface Page extends SummaryRows {
  readonly start: CalendarDate;
  readonly venue: string | undefined;
  /** Groups of the whole report, or of the venue. */
  by(unit: SummaryUnit | 'day', ...more: readonly GroupKey[]): readonly Group[];
  /** A complete week or month; `undefined` where it is not complete, or the venue has no record in it. */
  period(start: CalendarDate): Group | undefined;
  readonly now: Group | undefined;
  readonly before: Group | undefined;
}

/**
 * Makes the page of a complete week or month.
 *
 * @param start Its first day: one of `rows.complete`.
 * @param venue Whose page it is. @default of the whole report
 */
export function planSummary(
  rows: SummaryRows,
  start: CalendarDate,
  context: PageContext,
  venue?: string,
): MailDocument {
  const { figures, unit, complete } = rows;
  const { source } = figures;
  const by: Page['by'] = (first, ...more) =>
    venue === undefined
      ? figures.by(first, ...more).groups
      : figures
          .by(first, 'venue', ...more)
          .groups.filter(({ keys: [, name] }) => foldName(String(name ?? '')) === foldName(venue));
  const period: Page['period'] = (day) =>
    complete.includes(day) ? by(unit).find(({ keys }) => keys[0] === day) : undefined;
  const before = period(startOfPeriod(unit, start, source.weekStart, -1));
  const page: Page = { ...rows, start, venue, by, period, now: period(start), before };
  const name = nameInMail(venue ?? context.spreadsheet);
  const tiles = LEADING_FIGURES.map((name) => planTile(page, name));
  const [first] = tiles;
  const headline =
    first === undefined || first.value === NONE ? 'Shift fulfilment' : `${first.label} ${first.value}`;
  const month = `${monthText(start)} ${toParts(start).year}`;
  const [short, long] =
    unit === 'week' ? [`week of ${shortDay(start, false)}`, `week of ${shortDay(start)}`] : [month, month];
  const kind = context.test !== '' ? 'TEST: ' : source.isSample ? 'SAMPLE: ' : '';
  const sample = source.isSample ? 'SAMPLE: figures of an employer that doesn’t exist.' : '';
  return {
    subject: fitText([`${kind}${headline} (${short})`, name].filter(Boolean).join(', '), LONGEST_SUBJECT),
    kicker: [name, long].filter(Boolean).join(' · '),
    mark: [context.test, sample].filter(Boolean).join(' '),
    headline,
    sentence: sentenceOf(page),
    blocks: [
      { kind: 'tiles', tiles },
      ...planTrend(page, context.gzip),
      ...planWorst(page),
      ...planUsual(page),
      ...planUnfilled(page),
    ],
    link: { address: context.link, words: 'Open the spreadsheet' },
    notes: planNotes(page, context),
  };
}

function monthText(start: CalendarDate): string {
  return MONTHS[toParts(start).month - 1] as string;
}

/** The last day of the page's week or month. */
function endOf({ unit, start, figures }: Page): CalendarDate {
  return startOfPeriod(unit, start, figures.source.weekStart, 1) - 1;
}

/** A figure as on the Overview, compared with the period before. */
function planTile({ figures, now, before }: Page, name: ShownName): MailTile {
  const label = wordsOf(name);
  if (now === undefined) return { label, value: NONE, change: '', target: '', isWorse: false };
  const count = countOf(now, name);
  const value = isRate(name) ? rateText(now, name) : count === null ? null : countText(count);
  const goal = targetIn(now, name);
  const change = compared(figures, name, now, before && { former: before, latest: now });
  const target = targetText(goal === null ? [] : [goal]);
  return { label, value: value ?? NONE, change, target, isWorse: change.endsWith(WORSE) };
}

/** Why it moved, of a week as dashboards say it; then how many people were missing, and where most. */
function sentenceOf(page: Page): string {
  const { now, before, unit, figures, start, venue } = page;
  if (now === undefined || now.records === 0) return `No shifts in this ${unit}: 0 means nothing to count.`;
  const why = unit === 'week' ? figures.whyTheWeekMoved(RATE, venue) : undefined;
  const former = figures.rate(before, RATE).value;
  const since = former === null ? '' : `, ${shownPercent(former)} the ${unit} before`;
  const value = rateOrRange(now, RATE);
  // Months and a first week can't be compared as weeks are.
  const alone =
    value === null
      ? 'True fulfilment can’t be given: see below how the figures are made.'
      : `True fulfilment ${typeof value === 'number' ? `${shownPercent(value)}${since}` : `${value}, depending on the definition: see below`}.`;
  const target = verdictText(page, now);
  const missing = countOf(now, MISSING);
  const [worst] = worstOf(page);
  const where = worst && `most ${venue === undefined ? 'at' : 'as'} ${nameInMail(worst.name)}`;
  return [
    why?.week === start ? typedText(why.text) : alone,
    target === '' ? '' : `${capital(target)}.`,
    missing === null || where === undefined
      ? ''
      : `${countText(missing)} ${missing === 1 ? 'person was' : 'people were'} missing, ${where}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `target 85.0%: missed`; empty without a target. Verdicts are by the shifts that have one. */
function verdictText({ figures }: Page, group: Group): string {
  const target = targetIn(group, RATE);
  const verdict = target === null ? null : judgeTarget(figures, group);
  if (target === null || verdict === null) return '';
  const isPart = figureIn(group, 'GAP_TO_TARGET').n < (figures.rate(group, RATE).n ?? 0);
  return `${targetText([target])}${isPart ? ' (set for part of the shifts)' : ''}: ${verdict}`;
}

/** The venues of the week or month with the most missing people, the most first; of one venue its job titles. */
function worstOf({ by, unit, start, venue }: Page) {
  const own = by(unit, venue === undefined ? 'venue' : 'role').filter(({ keys }) => keys[0] === start);
  return largestFirst(own, (group) => countOf(group, MISSING)).flatMap((group) => {
    const missing = countOf(group, MISSING);
    const name = nameOf(group, group.keys.length - 1);
    return missing !== null && missing > 0 ? [{ name, missing, group }] : [];
  });
}

function planTrend(page: Page, gzip: Gzip): MailBlock[] {
  const { complete, start, figures, unit, now, period } = page;
  const starts = complete.filter((one) => one <= start).slice(-PERIODS);
  const points = starts.map((one) => ({ one, ...figures.rate(period(one), RATE) }));
  const periodText = (one: CalendarDate) => (unit === 'week' ? shortDay(one, false) : monthText(one));
  const texts = points.map(({ one, value, low, high }) => {
    const range = low === null || high === null ? '' : ` (${shownRate(low)}–${shownPercent(high)})`;
    return `${periodText(one)} ${value === null ? 'not given' : shownPercent(value)}${range}`;
  });
  const target = now === undefined ? null : targetIn(now, RATE);
  const drawn = drawTrend({ points, target }, gzip);
  if (drawn === undefined) return [];
  const first = starts[0] as CalendarDate;
  const count = starts.length === 1 ? `one ${unit}` : `last ${starts.length} ${unit}s`;
  const orange = target === null ? '' : `, the orange line the ${targetText([target])}`;
  return [
    { kind: 'heading', text: `True fulfilment, ${count}` },
    {
      kind: 'picture',
      alternative: `${texts.join(', ')}.`,
      caption: `${shortDays({ from: first, to: endOf(page) })}. The band is the likely range${orange}.`,
      png: drawn.png,
      width: SHOWN_WIDTH,
      scale: [`${drawn.top}%`, `${drawn.bottom}%`],
    },
  ];
}

function planWorst(page: Page): MailBlock[] {
  const worst = worstOf(page).slice(0, LISTED);
  const most = worst[0]?.missing ?? 1;
  const lines = worst.map(({ name, missing, group }) => {
    const cells = [nameInMail(name), countText(missing), rateText(group, RATE) ?? NONE];
    return { cells, share: missing / most, below: verdictText(page, group) };
  });
  const head = [page.venue === undefined ? 'Venue' : 'Job title', 'Missing', 'Fulfilment'];
  return [
    { kind: 'heading', text: 'Most missing people' },
    lines.length === 0 ? { kind: 'text', text: 'No one was missing.' } : { kind: 'table', head, rows: lines },
  ];
}

/** By weekday, from the first of the week: what the last 13 of them were like. None where there are fewer, gaps, or no shifts. */
function planUsual({ by, figures }: Page): MailBlock[] {
  const { today, weekStart } = figures.source;
  const own = new Map(by('day').map((group) => [group.keys[0], group]));
  const over = figures
    .by('day')
    .groups.flatMap(({ keys: [day] }) => (Number(day) < today ? [Number(day)] : []));
  const lines = Array.from({ length: 7 }, (_, at) => ((weekStart - 1 + at) % 7) + 1).flatMap((wanted) => {
    const days = over.filter((day) => weekday(day) === wanted).slice(-PERIODS);
    // A day without a record is one without anyone missing; one whose figure is unknown says nothing.
    const missing = days.map((day) => (own.has(day) ? countOf(own.get(day), MISSING) : 0));
    const known = missing.filter((count) => count !== null).sort((one, other) => one - other);
    const text = (place: number) => countText(known[place] as number);
    const usual = () => `${text(MEDIAN)} (${text(SECOND)}–${text(TWELFTH)})`;
    return known.length < PERIODS ? [] : [{ cells: [WEEKDAY_NAMES[wanted - 1] as string, usual()] }];
  });
  if (lines.length === 0 || ![...own.values()].some(({ records }) => records > 0)) return [];
  const note = 'by the last 13 of each weekday';
  return [
    { kind: 'heading', text: 'What a normal week looks like', note },
    { kind: 'table', head: ['Weekday', 'Usually missing'], rows: lines },
  ];
}

function planUnfilled({ by, figures }: Page): MailBlock[] {
  const { today } = figures.source;
  const coming = by('day').filter(({ keys: [day], records }) => Number(day) >= today && records > 0);
  if (coming.length === 0) return [];
  const counts = coming.map((group) => ({ day: Number(group.keys[0]), count: countOf(group, UNFILLED) }));
  if (counts.every(({ count }) => count === null))
    return [{ kind: 'heading', text: 'Unfilled positions from today on are unknown' }];
  const unfilled = counts.flatMap(({ day, count }) => (count !== null && count > 0 ? [{ day, count }] : []));
  if (unfilled.length === 0) return [{ kind: 'heading', text: 'No unfilled positions from today on' }];
  const sum = (some: typeof unfilled) => some.reduce((total, { count }) => total + count, 0);
  const later = sum(unfilled.slice(DAYS_TO_COME));
  const lines = unfilled.slice(0, DAYS_TO_COME).map(({ day, count }) => {
    return { cells: [`${WEEKDAY_NAMES[weekday(day) - 1]} ${shortDay(day, false)}`, countText(count)] };
  });
  return [
    { kind: 'heading', text: `${shownCount(sum(unfilled), 'unfilled position')} from today on` },
    {
      kind: 'table',
      head: ['Day', 'Unfilled'],
      rows: later > 0 ? [...lines, { cells: ['Later', countText(later)] }] : lines,
    },
  ];
}

function planNotes(page: Page, { spreadsheet, left }: PageContext): string[] {
  const { figures, now } = page;
  const { asOf, today, zone } = figures.source;
  const made =
    asOf === null ? 'The service gave no time for its data' : `As of ${shortMoment(asOf)}, ${zone}`;
  const bases = LEADING_FIGURES.filter(isRate).map((name) => {
    const { definitions } = figures.request(name);
    const only = figures.onlyDefinition(name);
    const label = `${wordsOf(name)} %`;
    const words = figures.basisOf(now ?? figures.by().total, name, label);
    const isPlain = only && definitions?.by !== 'choice' && only.agree === only.of;
    return isPlain && words.endsWith('agree') ? `${label} = ${definitionText(only)}` : words;
  });
  const doubts = now === undefined ? '' : figures.notes(now);
  const where = nameInMail(spreadsheet);
  return [
    `${made}, ${typedText(reportText(figures.source))}.`,
    ...(now === undefined || now.records === 0
      ? []
      : [
          `${bases.join('; ')}.`,
          'Missing people: people needed minus worked of each shift record, never below 0, added up.',
          `Changes are from the ${page.unit} before.`,
        ]),
    ...(doubts === '' ? [] : [`${typedText(doubts)}.`]),
    ...(isProvisional(endOf(page), today)
      ? [`Figures of the last ${DAYS_UNTIL_FINAL} days may still be corrected.`]
      : []),
    ...(left === 0
      ? []
      : [
          `At most ${MOST_VENUE_PAGES} venues get a page, those with the most missing people: ${shownCount(left, 'venue')} left out.`,
        ]),
    `To change or stop it${where === '' ? '' : `, open “${where}”`}: Extensions ▸ Shift Reports, tab Alerts, section Summary emails.`,
  ];
}
