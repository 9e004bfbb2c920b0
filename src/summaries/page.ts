import {
  type CalendarDate,
  MONTHS,
  shortDay,
  shortDays,
  shortMoment,
  toParts,
  weekday,
} from '../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../contract/schedule';
import { countOf, type ShownName } from '../dashboards/dashboard-figures';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { countText, reportText } from '../dashboards/dashboard-texts';
import { SMALL_COUNT, WORSE } from '../dashboards/layout';
import {
  areCountsUnlike,
  isLikelyReal,
  isMissed,
  targetIn,
  VERDICTS,
  type Verdict,
  verdictOf,
  type Worse,
} from '../dashboards/tiles';
import { fitText, shownCount, shownPercent, shownRate } from '../employer-api/text';
import type { Group } from '../figures/figures';
import { isProvisional } from '../figures/figures';
import { definitionText } from '../figures/measures';
import { DAYS_UNTIL_FINAL, MOST_VENUE_PAGES } from '../limits';
import {
  type MailBlock,
  type MailDocument,
  type MailTile,
  nameInMail,
  typedText,
} from '../reports/mail/mail-document';
import type { SummaryRows } from './rows';
import { drawTrend, type Gzip, SHOWN_SIZE, scaleOf } from './trend-image';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
/** Periods of the trend, and days of each weekday that say what is usual. */
const PERIODS = 13;
/** Of 13 days, in order, the 7th is the median; all but the least and the most lie from the 2nd to the 12th. */
const [MEDIAN, SECOND, TWELFTH] = [6, 1, 11];
/** Lines of a list, and days to come that are listed. */
const [LISTED, DAYS_TO_COME] = [5, 7];
/** The longest subject of a mail, in characters. */
const LONGEST_SUBJECT = 80;
const NONE = '–';

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

/**
 * Makes the page of a complete week or month.
 *
 * @param start Its first day: one of `rows.complete`.
 */
export function planSummary(
  rows: SummaryRows,
  start: CalendarDate,
  source: DashboardSource,
  context: PageContext,
): MailDocument {
  const name = nameInMail(rows.venue ?? context.spreadsheet);
  const tiles = planTiles(rows, start);
  const [first] = tiles;
  const headline =
    first === undefined || first.value === NONE ? 'Shift fulfilment' : `${first.label} ${first.value}`;
  const month = `${monthText(start)} ${toParts(start).year}`;
  const [short, period] =
    rows.unit === 'week'
      ? [`week of ${shortDay(start, false)}`, `week of ${shortDay(start)}`]
      : [month, month];
  const kind = context.test !== '' ? 'TEST: ' : source.isSample ? 'SAMPLE: ' : '';
  const sample = source.isSample ? 'SAMPLE: figures of an employer that doesn’t exist.' : '';
  return {
    subject: fitText([`${kind}${headline} (${short})`, name].filter(Boolean).join(', '), LONGEST_SUBJECT),
    kicker: [name, period].filter(Boolean).join(' · '),
    mark: [context.test, sample].filter(Boolean).join(' '),
    headline,
    sentence: sentenceOf(rows, start),
    blocks: [
      { kind: 'tiles', tiles },
      ...planTrend(rows, start, context.gzip),
      ...planWorst(rows, start),
      ...planUsual(rows, source),
      ...planOpen(rows),
    ],
    link: { address: context.link, words: 'Open the spreadsheet' },
    notes: planNotes(rows, start, source, context),
  };
}

function monthText(start: CalendarDate): string {
  return MONTHS[toParts(start).month - 1] as string;
}

/** The six figures, and which way of each is the worse one. */
const TILES = [
  { name: RATE, label: 'True fulfilment', worse: 'lower' },
  { name: 'SHIFTS_BOOKED_PERCENTAGE', label: 'Booked', worse: 'lower' },
  { name: 'SHIFTS_WORKED_PERCENTAGE', label: 'Worked', worse: 'lower' },
  { name: 'MISSING_PEOPLE', label: 'Missing people', worse: 'higher' },
  { name: 'NO_SHOWS_PERCENTAGE', label: 'No-shows', worse: 'higher' },
  { name: 'TRUE_DEMAND', label: 'People needed', worse: undefined },
] as const satisfies readonly {
  readonly name: ShownName;
  readonly label: string;
  readonly worse: Worse;
}[];

function planTiles(rows: SummaryRows, start: CalendarDate): MailTile[] {
  const { figures, unit } = rows;
  const [now, before] = [rows.period(start), rows.period(rows.before(start))];
  return TILES.map(({ name, label, worse }): MailTile => {
    const goal = now !== undefined && rows.isScored ? targetIn(now, name) : null;
    const tile = { label, isWorse: false, target: targetText(goal) };
    if (!isRate(name)) {
      const [value, former] = [countOf(now, name), countOf(before, name)];
      if (value === null) return { ...tile, value: NONE, change: '' };
      const isReal = former !== null && areCountsUnlike(former, value, figures.request(RATE).likeness);
      return { ...tile, value: countText(value), ...changeOf(value, former, countText, unit, worse, isReal) };
    }
    const [rate, former] = [figures.rate(now, name), figures.rate(before, name)];
    const { value, n } = rate;
    if (value === null) return { ...tile, value: NONE, change: '' };
    const text = shownPercent(value);
    if (n !== null && n < SMALL_COUNT) return { ...tile, value: text, change: `out of only ${countText(n)}` };
    const isReal = isLikelyReal(former, rate, figures.request(name).likeness);
    return { ...tile, value: text, ...changeOf(value, former.value, shownPercent, unit, worse, isReal) };
  });
}

/** `target 90.0%`. */
function targetText(target: number | null): string {
  return target === null ? '' : `target ${shownPercent(target)}`;
}

/** `▼ from 88.8%, worse`. Figures are compared as shown, so a change that can't be seen is none. */
function changeOf(
  value: number,
  former: number | null,
  shown: (value: number) => string,
  unit: string,
  worse: Worse,
  isReal: boolean,
): Pick<MailTile, 'change' | 'isWorse'> {
  if (former === null) return { change: '', isWorse: false };
  if (shown(value) === shown(former)) return { change: `same as the ${unit} before`, isWorse: false };
  const verdict = verdictOf(value - former, worse, isReal);
  const text = `${value < former ? '▼' : '▲'} from ${shown(former)}`;
  return { change: isReal && verdict !== '' ? `${text}, ${verdict}` : text, isWorse: verdict === WORSE };
}

function isRate(name: ShownName): boolean {
  return name.endsWith('_PERCENTAGE');
}

/** Why it moved, of a week as dashboards say it; then how many people were missing, and where most. */
function sentenceOf(rows: SummaryRows, start: CalendarDate): string {
  const now = rows.period(start);
  if (now === undefined || now.records === 0)
    return `No shifts in this ${rows.unit}: 0 means nothing to count.`;
  const why = rows.unit === 'week' ? rows.figures.whyTheWeekMoved(RATE, rows.venue) : undefined;
  const moved = why?.week === start ? typedText(why.text) : rateSentence(rows, start, now);
  const verdict = verdictText(rows, now, rows.verdict(now));
  const target = verdict === '' ? '' : `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}.`;
  return [moved, target, missingSentence(rows, start)].filter(Boolean).join(' ');
}

/** `target 85.0%: missed`; empty without a target. */
function verdictText({ isScored, figures }: SummaryRows, group: Group, verdict: Verdict | null): string {
  const target = isScored ? targetIn(group, RATE) : null;
  if (target === null || verdict === null) return '';
  const value = figures.rate(group, RATE).value ?? target;
  // Verdicts are by the shifts that have a target, figures by all.
  const isBelow = isMissed(value - target);
  const isPart = verdict === VERDICTS['on target'] ? isBelow : verdict.endsWith('missed') && !isBelow;
  return `${targetText(target)}${isPart ? ' (set for part of the shifts)' : ''}: ${verdict}`;
}

/** The rate alone, for months and for a first week, where weeks can't be compared. */
function rateSentence(rows: SummaryRows, start: CalendarDate, now: Group): string {
  const { value } = rows.figures.rate(now, RATE);
  if (value === null) return 'True fulfilment can’t be given: see below how the figures are made.';
  const former = rows.figures.rate(rows.period(rows.before(start)), RATE).value;
  return `True fulfilment ${shownPercent(value)}${former === null ? '' : `, ${shownPercent(former)} the ${rows.unit} before`}.`;
}

function missingSentence(rows: SummaryRows, start: CalendarDate): string {
  const missing = countOf(rows.period(start), 'MISSING_PEOPLE');
  const [worst] = rows.worst(start);
  if (missing === null || worst === undefined) return '';
  const where = `most ${rows.venue === undefined ? 'at' : 'as'} ${nameInMail(worst.name)}`;
  return `${countText(missing)} ${missing === 1 ? 'person was' : 'people were'} missing, ${where}.`;
}

function planTrend(rows: SummaryRows, start: CalendarDate, gzip: Gzip): MailBlock[] {
  const starts = rows.complete.filter((one) => one <= start).slice(-PERIODS);
  const points = starts.map((one) => ({ one, ...rows.figures.rate(rows.period(one), RATE) }));
  const periodText = (one: CalendarDate) => (rows.unit === 'week' ? shortDay(one, false) : monthText(one));
  const figures = points.map(({ one, value, low, high }) => {
    const range = low === null || high === null ? '' : ` (${shownRate(low)}–${shownPercent(high)})`;
    return `${periodText(one)} ${value === null ? 'not given' : shownPercent(value)}${range}`;
  });
  const newest = rows.period(start);
  const target = newest !== undefined && rows.isScored ? targetIn(newest, RATE) : null;
  const scale = scaleOf({ points, target });
  const first = starts[0] as CalendarDate;
  const count = starts.length === 1 ? `one ${rows.unit}` : `last ${starts.length} ${rows.unit}s`;
  const orange = target === null ? '' : `, the orange line the ${targetText(target)}`;
  return [
    { kind: 'heading', text: `True fulfilment, ${count}` },
    {
      kind: 'picture',
      alternative: `${figures.join(', ')}.`,
      caption: `${shortDays({ from: first, to: rows.endOf(start) })}. The band is the likely range${orange}.`,
      png: drawTrend({ points, target }, gzip),
      width: SHOWN_SIZE.width,
      scale: {
        top: scale === undefined ? '' : `${scale.top}%`,
        bottom: scale === undefined ? '' : `${scale.bottom}%`,
        from: periodText(first),
        to: periodText(start),
      },
    },
  ];
}

function planWorst(rows: SummaryRows, start: CalendarDate): MailBlock[] {
  const worst = rows.worst(start).slice(0, LISTED);
  const most = worst[0]?.missing ?? 1;
  const heading: MailBlock = { kind: 'heading', text: 'Most missing people' };
  if (worst.length === 0) return [heading, { kind: 'text', text: 'No one was missing.' }];
  const head = [rows.venue === undefined ? 'Venue' : 'Job title', 'Missing', 'Fulfilment'];
  return [
    heading,
    {
      kind: 'table',
      head,
      rows: worst.map(({ name, missing, group }) => {
        const { value } = rows.figures.rate(group, RATE);
        const rate = value === null ? NONE : shownPercent(value);
        const below = verdictText(rows, group, rows.verdict(group));
        return { cells: [nameInMail(name), countText(missing), rate], share: missing / most, below };
      }),
    },
  ];
}

/** By weekday, from the first of the week: what the last 13 of them were like. None where there are fewer, or gaps. */
function planUsual(rows: SummaryRows, { weekStart }: DashboardSource): MailBlock[] {
  const days = rows.finishedDays;
  const lines = Array.from({ length: 7 }, (_, at) => ((weekStart - 1 + at) % 7) + 1).flatMap((wanted) => {
    const own = days.filter(([day]) => weekday(day) === wanted).slice(-PERIODS);
    // A day without a record is one without anyone missing; one whose figure is unknown says nothing.
    const missing = own.map(([, group]) => (group === undefined ? 0 : countOf(group, 'MISSING_PEOPLE')));
    const known = missing.filter((count) => count !== null).sort((one, other) => one - other);
    if (known.length < PERIODS) return [];
    const at = (place: number) => countText(known[place] as number);
    return [{ cells: [WEEKDAY_NAMES[wanted - 1] as string, `${at(MEDIAN)} (${at(SECOND)}–${at(TWELFTH)})`] }];
  });
  if (lines.length === 0) return [];
  const note = 'by the last 13 of each weekday';
  return [
    { kind: 'heading', text: 'What a normal week looks like', note },
    { kind: 'table', head: ['Weekday', 'Usually missing'], rows: lines },
  ];
}

function planOpen(rows: SummaryRows): MailBlock[] {
  const days = rows.daysToCome;
  if (days.length === 0) return [];
  if (days.every(([, group]) => countOf(group, 'SHIFTS_UNFILLED') === null))
    return [{ kind: 'heading', text: 'Unfilled positions from today on are unknown' }];
  const open = days.flatMap(([day, group]) => {
    const count = countOf(group, 'SHIFTS_UNFILLED');
    return count !== null && count > 0 ? [{ day, count }] : [];
  });
  const sum = (some: typeof open) => some.reduce((total, { count }) => total + count, 0);
  if (open.length === 0) return [{ kind: 'heading', text: 'No unfilled positions from today on' }];
  const later = sum(open.slice(DAYS_TO_COME));
  const lines = open.slice(0, DAYS_TO_COME).map(({ day, count }) => {
    return { cells: [`${WEEKDAY_NAMES[weekday(day) - 1]} ${shortDay(day, false)}`, countText(count)] };
  });
  return [
    { kind: 'heading', text: `${shownCount(sum(open), 'unfilled position')} from today on` },
    {
      kind: 'table',
      head: ['Day', 'Unfilled'],
      rows: later > 0 ? [...lines, { cells: ['Later', countText(later)] }] : lines,
    },
  ];
}

function planNotes(
  rows: SummaryRows,
  start: CalendarDate,
  source: DashboardSource,
  { spreadsheet, left }: PageContext,
): string[] {
  const { figures } = rows;
  const { asOf, today, zone } = source;
  const group = rows.period(start);
  const doubts = group === undefined ? '' : figures.notes(group);
  const made =
    asOf === null ? 'The service gave no time for its data' : `As of ${shortMoment(asOf)}, ${zone}`;
  const name = nameInMail(spreadsheet);
  return [
    `${made}, ${typedText(reportText(source))}.`,
    `${TILES.filter((tile) => isRate(tile.name))
      .map(({ name, label }) => {
        const { left: [only, ...others] = [], by } = figures.request(name).definitions ?? {};
        const words = figures.basisOf(group ?? figures.by().total, name, `${label} %`);
        const isPlain = only && others.length === 0 && by !== 'choice' && only.agree === only.of;
        return isPlain && words.endsWith('agree') ? `${label} % = ${definitionText(only.definition)}` : words;
      })
      .join('; ')}.`,
    'Missing people: true demand minus worked of each shift record, never below 0, added up.',
    ...(doubts === '' ? [] : [`${typedText(doubts)}.`]),
    ...(isProvisional(rows.endOf(start), today)
      ? [`Figures of the last ${DAYS_UNTIL_FINAL} days may still be corrected.`]
      : []),
    ...(left === 0
      ? []
      : [
          `At most ${MOST_VENUE_PAGES} venues get a page, those with the most missing people: ${shownCount(left, 'venue')} left out.`,
        ]),
    `To change or stop it${name === '' ? '' : `, open “${name}”`}: Extensions ▸ Shift Reports, tab Alerts, section Summary emails.`,
  ];
}
