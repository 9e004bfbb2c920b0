import { type CalendarDate, MONTHS, toParts, weekday } from '../calendar/calendar-date';
import { WEEKDAY_NAMES, writeHour } from '../contract/schedule';
import type { SummaryForm } from '../contract/summaries';
import { countOf, type ShownName } from '../dashboards/dashboard-figures';
import {
  areCountsUnlike,
  isLikelyReal,
  targetIn,
  verdictOf,
  WORSE,
  type Worse,
} from '../dashboards/dashboard-page';
import { SMALL_COUNT } from '../dashboards/dashboard-plan';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { countText, daysText, dayText, momentText, reportText, spell } from '../dashboards/dashboard-texts';
import { isMissed, VERDICTS, type Verdict } from '../dashboards/verdicts';
import { isAmerican } from '../employer-api/connection';
import { fitText, shownCount, shownPercent, shownRate } from '../employer-api/text';
import { isProvisional } from '../figures/figure';
import type { Group } from '../figures/group-figures';
import { DAYS_UNTIL_FINAL, MOST_VENUE_PAGES } from '../limits';
import { nameInMail, oneLine, withoutLinks } from '../reports/mail/outbox';
import type { SummaryRows } from './summary-rows';
import type { Trend } from './trend-image';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';

/** Periods of the trend, and days of each weekday that say what is usual. */
const PERIODS = 13;
/** Of 13 days, in order, the 7th is the median; all but the least and the most lie from the 2nd to the 12th. */
const [MEDIAN, SECOND, TWELFTH] = [6, 1, 11];
/** Lines of a list. */
const LISTED = 5;
/** Days to come that are listed. */
const DAYS_TO_COME = 7;
/** The longest note with names in it, in characters. */
const LONGEST_NOTE = 400;

/** The longest subject of a mail, in characters. */
const LONGEST_SUBJECT = 80;

/** One of the six figures on top. Everything is ready to be read. */
export interface SummaryTile {
  readonly label: string;
  /** `85.8%`; `–` where it can't be given. */
  readonly value: string;
  /** How it was before, or why there is no figure: `▼ from 88.8%, worse`; empty where nothing is known. */
  readonly change: string;
  /** `target 90.0%`; empty without one. */
  readonly target: string;
  /** Whether it changed for the worse, by more than is usual. */
  readonly isWorse: boolean;
}

/** A line of the list of venues, or job titles, with the most missing people. */
interface WorstLine {
  readonly name: string;
  readonly missing: string;
  /** The length of its bar: above 0, and 1 for the first line. */
  readonly share: number;
  readonly rate: string;
  /** `target 85.0%: missed, likely real`; empty without a target. */
  readonly verdict: string;
}

/** What of a weekday is usual, in people. */
interface UsualLine {
  readonly weekday: string;
  readonly median: string;
  /** `9–25`: 11 of 13 such days lay there. */
  readonly range: string;
}

/** One page for people who decide, as text: mail and chat show the same words and figures. */
export interface SummaryPage {
  /** What it is about: `week of 16 Nov 2026`. */
  readonly period: string;
  /** `Grand Hotel`; the name of the spreadsheet where it is about the whole report. */
  readonly name: string;
  readonly subject: string;
  /** Why not to take it for the real one; empty for a real one. */
  readonly mark: string;
  readonly headline: string;
  readonly sentence: string;
  readonly tiles: readonly SummaryTile[];
  readonly trend: {
    readonly title: string;
    readonly caption: string;
    /** Each period with its figures: for those who see no pictures. */
    readonly figures: readonly string[];
    readonly picture: Trend;
  };
  readonly worst: {
    readonly title: string;
    readonly heading: string;
    /** In the middle of a sentence. */
    readonly rateName: string;
    readonly lines: readonly WorstLine[];
  };
  readonly usual: { readonly title: string; readonly note: string; readonly lines: readonly UsualLine[] };
  /** What is open from today on; `undefined` where the report has no such days. */
  readonly open:
    | { readonly title: string; readonly lines: readonly { readonly day: string; readonly count: string }[] }
    | undefined;
  /** How the figures are made. Each is a sentence. */
  readonly notes: readonly string[];
  /** The address of the spreadsheet; empty where it is not known. */
  readonly link: string;
}

/** What a page needs besides the rows. */
interface PageContext {
  /** The name of the spreadsheet, as people gave it. */
  readonly spreadsheet: string;
  readonly link: string;
  /** When the summary email was saved, as a serial number in the zone; null for one that is not saved. */
  readonly savedAt: number | null;
  /** Of a test: when the summary email is to go out; null for a page that is no test. */
  readonly test: Pick<SummaryForm, 'day' | 'hour'> | null;
  /** How many venues have no page, where each has its own. */
  readonly left: number;
}

/**
 * Makes the page of a complete week or month. Names are shortened, and nothing in them becomes a link: people choose the
 * names of venues and of the spreadsheet, but the page is sent from another account.
 *
 * @param start Its first day: one of `rows.complete`.
 */
export function planSummary(
  rows: SummaryRows,
  start: CalendarDate,
  source: DashboardSource,
  context: PageContext,
): SummaryPage {
  const words = (text: string) => spell(text, source.region);
  const { unit, venue } = rows;
  const name = nameInMail(venue ?? context.spreadsheet);
  const tiles = planTiles(rows, start).map((tile) => ({ ...tile, label: words(tile.label) }));
  const [first] = tiles;
  const headline =
    first === undefined || first.value === NONE ? words(NO_HEADLINE) : `${first.label} ${first.value}`;
  const short =
    unit === 'week' ? `week of ${dayText(start, false)}` : `${monthText(start)} ${toParts(start).year}`;
  const mark = [
    ...(context.test === null ? [] : [testText(context.test, rows)]),
    ...(source.isSample ? ['SAMPLE: figures of an employer that doesn’t exist'] : []),
  ].join('. ');
  return {
    period: unit === 'week' ? `week of ${dayText(start)}` : short,
    name,
    subject: subjectOf(
      `${mark === '' ? '' : `${context.test === null ? 'SAMPLE' : 'TEST'}: `}${headline} (${short})`,
      name,
    ),
    mark: mark === '' ? '' : `${mark}.`,
    headline,
    sentence: sentenceOf(rows, start, source, words),
    tiles,
    trend: planTrend(rows, start, words),
    worst: planWorst(rows, start, words),
    usual: planUsual(rows, source),
    open: planOpen(rows),
    notes: planNotes(rows, start, source, context, words),
    link: context.link,
  };
}

const NONE = '–';
const NO_HEADLINE = 'Shift fulfilment';

/** What the reader of a test must know, without a full stop: that it is one, and what would come when. */
function testText({ day, hour }: Pick<SummaryForm, 'day' | 'hour'>, { unit, venue }: SummaryRows): string {
  const days = unit === 'week' ? `every ${WEEKDAY_NAMES[day - 1]}` : `on day ${day} of every month`;
  const pages = venue === undefined ? 'a page like this goes' : 'a page like this for each venue goes';
  return `TEST: this shows what a summary email looks like, and only you got it. Once the summary email is saved, ${pages} out ${days} after ${writeHour(hour)}`;
}

function subjectOf(what: string, name: string): string {
  return name === '' ? fitText(what, LONGEST_SUBJECT) : fitText(`${what}, ${name}`, LONGEST_SUBJECT);
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
  { name: 'TRUE_DEMAND', label: 'Demand', worse: undefined },
] as const satisfies readonly {
  readonly name: ShownName;
  readonly label: string;
  readonly worse: Worse;
}[];

function planTiles(rows: SummaryRows, start: CalendarDate): SummaryTile[] {
  const { figures, unit } = rows;
  const [now, before] = [rows.period(start), rows.period(rows.before(start))];
  return TILES.map(({ name, label, worse }): SummaryTile => {
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
): Pick<SummaryTile, 'change' | 'isWorse'> {
  if (former === null) return { change: '', isWorse: false };
  if (shown(value) === shown(former)) return { change: `same as the ${unit} before`, isWorse: false };
  const verdict = verdictOf(value - former, worse, isReal);
  const text = `${value < former ? '▼' : '▲'} from ${shown(former)}`;
  return { change: verdict === '' ? text : `${text}, ${verdict}`, isWorse: verdict === WORSE };
}

function isRate(name: ShownName): boolean {
  return name.endsWith('_PERCENTAGE');
}

/** Why it moved, of a week as dashboards say it; then how many people were missing, and where most. */
function sentenceOf(
  rows: SummaryRows,
  start: CalendarDate,
  { region }: DashboardSource,
  words: (text: string) => string,
): string {
  const now = rows.period(start);
  if (now === undefined || now.records === 0)
    return `No shifts in this ${rows.unit}: 0 means nothing to count.`;
  const why =
    rows.unit === 'week' ? rows.figures.whyTheWeekMoved(RATE, isAmerican(region), rows.venue) : undefined;
  const moved = why?.week === start ? typedText(why.text) : words(rateSentence(rows, start, now));
  const verdict = verdictText(rows, now, rows.verdict(now));
  const target = verdict === '' ? '' : `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}.`;
  return [moved, target, missingSentence(rows, start)].filter((text) => text !== '').join(' ');
}

/** `target 85.0%: missed, likely real`; empty without a target. */
function verdictText({ isScored, figures }: SummaryRows, group: Group, verdict: Verdict | null): string {
  const target = isScored ? targetIn(group, RATE) : null;
  if (target === null || verdict === null) return '';
  const value = figures.rate(group, RATE).value ?? target;
  // Verdicts are by the shifts that have a target, figures by all.
  const isBelow = isMissed(value - target);
  const isPart = verdict === VERDICTS['on target'] ? isBelow : verdict.startsWith('missed') && !isBelow;
  if (isPart) return `${targetText(target)} (set for part of the shifts): ${verdict}`;
  // Both look the same: that is no mistake.
  const isClose = shownPercent(value) === shownPercent(target);
  return `${targetText(target)}: ${isClose ? verdict.replace('missed', 'missed by less than 0.1 points') : verdict}`;
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

function planTrend(
  rows: SummaryRows,
  start: CalendarDate,
  words: (text: string) => string,
): SummaryPage['trend'] {
  const starts = rows.complete.filter((one) => one <= start).slice(-PERIODS);
  const points = starts.map((one) => ({ one, ...rows.figures.rate(rows.period(one), RATE) }));
  const figures = points.map(({ one, value, low, high }) => {
    const interval = low === null || high === null ? '' : ` (${shownRate(low)}–${shownPercent(high)})`;
    const period = rows.unit === 'week' ? dayText(one, false) : monthText(one);
    return `${period} ${value === null ? 'not given' : shownPercent(value)}${interval}`;
  });
  const first = starts[0] as CalendarDate;
  const title = `True fulfilment, ${starts.length === 1 ? `one ${rows.unit}` : `last ${starts.length} ${rows.unit}s`}`;
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const ends = `${shownPercent(Math.min(...values))} and ${shownPercent(Math.max(...values))}`;
  const between = values.length < 2 ? '' : `, between ${ends}`;
  const newest = rows.period(start);
  const target = newest !== undefined && rows.isScored ? targetIn(newest, RATE) : null;
  const dashed = target === null ? '' : `, the dashed line the ${targetText(target)}`;
  return {
    title: words(title),
    caption: `${daysText({ from: first, to: rows.endOf(start) })}${between}. The band is the 95% interval${dashed}.`,
    figures,
    picture: { points, target },
  };
}

function planWorst(
  rows: SummaryRows,
  start: CalendarDate,
  words: (text: string) => string,
): SummaryPage['worst'] {
  const lines = rows.worst(start).slice(0, LISTED);
  const most = lines[0]?.missing ?? 1;
  return {
    title: 'Most missing people',
    heading: rows.venue === undefined ? 'Venue' : 'Job title',
    rateName: words('fulfilment'),
    lines: lines.map(({ name, missing, group }) => {
      const { value } = rows.figures.rate(group, RATE);
      const rate = value === null ? NONE : shownPercent(value);
      return {
        name: nameInMail(name),
        missing: countText(missing),
        share: missing / most,
        rate: words(rate),
        verdict: verdictText(rows, group, rows.verdict(group)),
      };
    }),
  };
}

/** By weekday, from the first of the week: what the last 13 of them were like. None where there are fewer, or gaps. */
function planUsual(rows: SummaryRows, { weekStart }: DashboardSource): SummaryPage['usual'] {
  const days = rows.finishedDays;
  const lines = Array.from({ length: 7 }, (_, at) => ((weekStart - 1 + at) % 7) + 1).flatMap(
    (wanted): UsualLine[] => {
      const own = days.filter(([day]) => weekday(day) === wanted).slice(-PERIODS);
      // A day without a record is one without anyone missing; one whose figure is unknown says nothing.
      const missing = own.map(([, group]) => (group === undefined ? 0 : countOf(group, 'MISSING_PEOPLE')));
      const known = missing
        .filter((count): count is number => count !== null)
        .sort((one, other) => one - other);
      if (known.length < PERIODS) return [];
      const at = (place: number) => countText(known[place] as number);
      return [
        {
          weekday: WEEKDAY_NAMES[wanted - 1] as string,
          median: at(MEDIAN),
          range: `${at(SECOND)}–${at(TWELFTH)}`,
        },
      ];
    },
  );
  return {
    title: 'Usual next week',
    note: 'missing people on the last 13 of each weekday; not a forecast',
    lines,
  };
}

function planOpen(rows: SummaryRows): SummaryPage['open'] {
  const open = rows.daysToCome.flatMap(([day, group]) => {
    const count = countOf(group, 'SHIFTS_UNFILLED');
    return count !== null && count > 0 ? [{ day, count }] : [];
  });
  if (rows.daysToCome.length === 0) return undefined;
  if (rows.daysToCome.every(([, group]) => countOf(group, 'SHIFTS_UNFILLED') === null)) {
    return { title: 'Open positions from today on are unknown', lines: [] };
  }
  const total = open.reduce((sum, { count }) => sum + count, 0);
  const more = open.slice(DAYS_TO_COME).reduce((sum, { count }) => sum + count, 0);
  return {
    title:
      total === 0 ? 'No open positions from today on' : `${shownCount(total, 'open position')} from today on`,
    lines: [
      ...open.slice(0, DAYS_TO_COME).map(({ day, count }) => {
        const name = WEEKDAY_NAMES[weekday(day) - 1] as string;
        return { day: `${name} ${dayText(day, false)}`, count: countText(count) };
      }),
      ...(more > 0 ? [{ day: 'Later', count: countText(more) }] : []),
    ],
  };
}

function planNotes(
  rows: SummaryRows,
  start: CalendarDate,
  source: DashboardSource,
  { spreadsheet, savedAt, test, left }: PageContext,
  words: (text: string) => string,
): string[] {
  const { figures } = rows;
  const { asOf, today, zone } = source;
  const group = rows.period(start);
  const doubts = group === undefined ? '' : figures.notes(group);
  const made = asOf === null ? 'The service gave no time for its data' : `As of ${momentText(asOf)}, ${zone}`;
  const name = nameInMail(spreadsheet);
  return [
    `${made}, ${typedText(reportText(source))}.`,
    ...TILES.filter((tile) => isRate(tile.name)).map((tile) =>
      words(`${figures.basisOf(group ?? figures.by().total, tile.name, `${tile.label} %`)}.`),
    ),
    'Missing people: true demand minus worked of each shift record, never below 0, added up.',
    ...(doubts === '' ? [] : [words(`${typedText(doubts)}.`)]),
    ...(isProvisional(rows.endOf(start), today)
      ? [`Figures of the last ${DAYS_UNTIL_FINAL} days may still be corrected.`]
      : []),
    ...(left === 0
      ? []
      : [
          `A summary email has at most ${MOST_VENUE_PAGES} pages, of the venues with the most missing people: ${shownCount(left, 'venue')} left out.`,
        ]),
    `${test !== null ? 'A test made' : savedAt === null ? 'Not saved yet' : `Saved on ${dayText(Math.floor(savedAt))}`}${
      name === '' ? '' : ` in “${name}”`
    }. To ${test === null ? 'stop it, remove it' : 'change the summary email, open it'} there: Extensions ▸ Shift Reports, tab Alerts, section Summary emails.`,
  ];
}

/** A text with names that people typed, made fit for a mail. */
function typedText(text: string): string {
  return fitText(withoutLinks(oneLine(text)), LONGEST_NOTE);
}
