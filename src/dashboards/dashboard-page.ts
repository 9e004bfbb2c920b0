import { isInside, overlap } from '../calendar/calendar-date';
import { shownCount, shownPercent, shownPoints, shownRate } from '../employer-api/text';
import { isProvisional } from '../figures/figure';
import { type Group, keyOf } from '../figures/group-figures';
import type { KeyPart } from '../figures/group-keys';
import { ASSUMING_INDEPENDENCE, differenceInterval, type WeekShare, Z_95 } from '../figures/share-statistics';
import { DAYS_UNTIL_FINAL, HALF_A_SHOWN_DIGIT } from '../limits';
import { a1, type SheetValue } from '../reports/sheet/cells';
import {
  countOf,
  DashboardFigures,
  figureIn,
  nameOf,
  type ShownName,
  type ShownRate,
  TARGET_FIGURES,
} from './dashboard-figures';
import {
  type DashboardGrid,
  type FormatName,
  type ShownMeaning,
  SMALL_COUNT,
  VISIBLE_COLUMNS,
} from './dashboard-plan';
import type { DashboardSource } from './dashboard-source';
import { countText, daysText, dayText, gapText, momentText, reportText } from './dashboard-texts';
import { completePeriods } from './periods-shown';
import { isMissed } from './verdicts';

/** Where what a template itself shows begins: above stand its title, its period, a sentence and six tiles. */
export const FIRST_ROW = 10;

/** Where the first day of the period stands; the last one stands right of it. */
export const PERIOD = { row: 2, column: 2 } as const;

const [TITLE_ROW, WARNING_ROW, SENTENCE_ROW, TILE_ROW] = [1, 3, 4, 6];
/** The first columns of the tiles: the first is as wide as column A, the others have two columns each. */
const TILE_COLUMNS = [1, 2, 4, 6, 8, 10];
/** Where a footer may stand at most. */
const MOST_ROWS = 700;

const SAMPLE = 'SAMPLE: figures of an employer that doesn’t exist. Connect in the sidebar to see your own.';
const FOOTER = 'How these figures are made';
/** How the note of a tile ends. */
export const WORSE = 'worse';
const [BETTER, USUAL] = ['better', 'not unusual'];

/** One of the six figures on top. */
export interface Tile {
  readonly words: string;
  readonly value: SheetValue;
  readonly format: FormatName;
  readonly meaning: ShownMeaning;
  /** The records that it is about; all unless said. */
  readonly keys?: readonly KeyPart[];
  /** The comparison below it. */
  readonly note: string;
  /** Whether other data gives its place to another figure, so that the place is not known by its words. @default false */
  readonly isReplaced?: boolean;
}

/** What the pages of all templates are made of. */
export interface PageFigures {
  readonly source: DashboardSource;
  readonly figures: DashboardFigures;
  /** Of as many days before, where the rows cover them and the period is over. */
  readonly before: DashboardFigures | undefined;
  /** Whether the figures include those that rest on targets. */
  readonly isScored: boolean;
}

/** Prepares the figures of a period, and of the one before. @param more Figures that only some dashboards show. */
export function pageFigures(source: DashboardSource, more: readonly ShownName[] = []): PageFigures {
  const { range, covered = range, today } = source;
  const days = range.to - range.from + 1;
  const before = { from: range.from - days, to: range.from - 1 };
  const isKnown = isInside(before, covered) && range.to < today;
  return {
    source,
    isScored: more.length > 0,
    figures: new DashboardFigures(source, more),
    before: isKnown ? new DashboardFigures({ ...source, range: before }) : undefined,
  };
}

const DAYS = [
  { title: 'First day of the period', means: 'The first day whose shifts the dashboard counts.' },
  { title: 'Last day of the period', means: 'The last day whose shifts the dashboard counts.' },
];

/** Puts the title, the period, a warning where there is one, the sentence that answers the question, and the tiles. */
export function putTop(
  grid: DashboardGrid,
  title: string,
  { source, figures, before }: PageFigures,
  sentence: string,
  tiles: readonly Tile[],
): void {
  const { asOf, range, isSample, stale } = source;
  grid.label(TITLE_ROW, 1, title);
  grid.style('title', a1(TITLE_ROW, 1));
  grid.label(PERIOD.row, 1, 'Period, first and last day');
  grid.put(PERIOD.row, PERIOD.column, [range.from, range.to]);
  grid.format('day', a1(PERIOD.row, PERIOD.column, 1, 2));
  grid.style('left', a1(PERIOD.row, PERIOD.column, 1, 2));
  grid.style('muted', a1(PERIOD.row, 1, 1, VISIBLE_COLUMNS));
  grid.means({ ...PERIOD, rows: 1, columns: DAYS, groups: [[]], labels: [] });
  const days = range.to - range.from + 1;
  const compared = before && `compared with ${daysText({ from: range.from - days, to: range.from - 1 })}`;
  const made = asOf === null ? 'the service gave no time for its data' : `as of ${momentText(asOf)}`;
  grid.text(
    PERIOD.row,
    PERIOD.column + 2,
    [compared, made, reportText(source)].filter((text) => text !== undefined).join(' · '),
  );
  const warning = [
    ...(stale === undefined ? [] : [`Older figures: ${stale.message}`]),
    ...(isSample ? [SAMPLE] : []),
  ].join(' ');
  grid.text(WARNING_ROW, 1, warning);
  grid.style('warning', a1(WARNING_ROW, 1));
  grid.text(SENTENCE_ROW, 1, sentence);
  grid.style('sentence', a1(SENTENCE_ROW, 1, 1, VISIBLE_COLUMNS));
  // The sentence has said it all.
  const isEmpty = figures.by().total.records === 0;
  putTiles(grid, isEmpty ? tiles.map((tile) => ({ ...tile, note: '' })) : tiles);
}

function putTiles(grid: DashboardGrid, tiles: readonly Tile[]): void {
  tiles.forEach(({ words, value, format, meaning, keys = [], note, isReplaced }, at) => {
    const column = TILE_COLUMNS[at] as number;
    (isReplaced ? grid.text : grid.label).call(grid, TILE_ROW, column, words);
    grid.put(TILE_ROW + 1, column, [value]);
    grid.text(TILE_ROW + 2, column, note);
    grid.format(format, a1(TILE_ROW + 1, column));
    grid.means({
      row: TILE_ROW + 1,
      column,
      rows: 1,
      columns: [meaning],
      groups: [keys],
      labels: [],
    });
  });
  const row = (down: number) => a1(TILE_ROW + down, 1, 1, VISIBLE_COLUMNS);
  grid.style('tile', a1(TILE_ROW, 1, 3, VISIBLE_COLUMNS));
  grid.style('tile edge', ...TILE_COLUMNS.slice(1).map((column) => a1(TILE_ROW, column, 3)));
  grid.style('tile label', row(0));
  grid.style('tile value', row(1));
  grid.style('tile note', row(2));
  grid.rule({ kind: 'text end', range: row(2), text: WORSE });
}

/** Which way of a figure is the worse one; a figure such as demand has none. */
export type Worse = 'lower' | 'higher' | undefined;

/**
 * The tile of a percentage of all records.
 *
 * @param isWide Whether it is the first one, which has room for a target and the newest week. @default false
 */
export function rateTile(
  page: PageFigures,
  name: ShownName,
  words: string,
  worse: Worse,
  isWide = false,
): Tile {
  const { figures, before } = page;
  const { total } = figures.by();
  const { value, n } = figures.rate(total, name);
  const former = before?.rate(before.by().total, name);
  const isComparable = former !== undefined && former.n !== null && former.n >= SMALL_COUNT;
  const { likeness } = figures.request(name);
  const beside = page.isScored ? TARGET_FIGURES[name] : undefined;
  const [target, gap] = beside?.map((of) => figureIn(total, of).value) ?? [];
  // Otherwise the percentage and its target alone would mislead: shifts without a target, or 89.96% of 90%.
  const isPlainGap =
    value !== null &&
    target != null &&
    gap != null &&
    Math.abs(gap) >= HALF_A_SHOWN_DIGIT &&
    Math.abs(value - target - gap) < HALF_A_SHOWN_DIGIT;
  const changed =
    isComparable && former.value !== null && value !== null
      ? { change: value - former.value, isReal: isLikelyReal(former, { value, n }, likeness) }
      : undefined;
  const newest = () =>
    latestText(page, (latest, weekBefore) => rateOfWeek(figures, name, latest, weekBefore));
  const note =
    value === null
      ? whyNoRate(figures, name)
      : n !== null && n < SMALL_COUNT
        ? `out of only ${countText(n)}`
        : target != null && gap != null
          ? targetNote(
              gap,
              target,
              changed,
              worse,
              isWide && isPlainGap && changed === undefined ? newest() : '',
            )
          : changed !== undefined
            ? changeText(changed.change, shownPoints, HALF_A_SHOWN_DIGIT, worse, changed.isReal)
            : newest();
  return { words, value, format: 'percentage', meaning: { measure: name, part: 'value' }, note };
}

/** The target of a percentage of a group of scored figures; null where none is set. */
export function targetIn(group: Group, name: ShownName): number | null {
  const beside = TARGET_FIGURES[name];
  return beside === undefined ? null : figureIn(group, beside[0]).value;
}

/**
 * `target 92.0%; ▼ 2.7, worse`; without a period before `target 92.0% · 16 Nov: 85.8%, ▲ 0.8`, or how far it is away where
 * there is no room for the newest week: `target 92.0%: 6.6 below`.
 */
function targetNote(
  gap: number,
  target: number,
  changed: { readonly change: number; readonly isReal: boolean } | undefined,
  worse: Worse,
  newest: string,
): string {
  const said = `target ${shownPercent(target)}`;
  if (newest !== '') return `${said} · ${newest}`;
  if (changed !== undefined) {
    const { change, isReal } = changed;
    return `${said}; ${changeText(change, shownRate, HALF_A_SHOWN_DIGIT, worse, isReal)}`.replace(
      'as in the period before',
      'no change',
    );
  }
  // 89.96% looks like 90.0%, but isn't.
  const isOff = isMissed(worse === 'higher' ? -gap : gap);
  return Math.abs(gap) < HALF_A_SHOWN_DIGIT && !isOff
    ? `on ${said}`
    : `${said}: ${gapText(gap)} ${gap < 0 ? 'below' : 'above'}`;
}

/** The tile of a count of all records. */
export function countTile(page: PageFigures, name: ShownName, words: string, worse: Worse): Tile {
  const { figures, before } = page;
  const value = countOf(figures.by().total, name);
  const former = before && countOf(before.by().total, name);
  const { likeness } = figures.request('TRUE_FULFILMENT_PERCENTAGE');
  const note =
    value !== null && former !== undefined && former !== null
      ? changeText(value - former, countText, 0.5, worse, areCountsUnlike(former, value, likeness))
      : value === null
        ? ''
        : latestText(page, (latest, former) => {
            const [count, before] = [countOf(latest, name), countOf(former, name)];
            if (count === null || before === null) return count === null ? '' : countText(count);
            return weekText(countText(count), count - before, countText, 0.5);
          });
  return { words, value, format: 'count', meaning: { measure: name, part: 'value' }, note };
}

/** Why a percentage of all records is blank, as far as there is room: the footer says why it is withheld. */
function whyNoRate(figures: DashboardFigures, name: ShownName): string {
  return figureIn(figures.by().total, name).why ? 'not given: see below' : 'nothing to count';
}

/**
 * How a figure differs from that of the period before: `▼ 2.7 points, worse`.
 *
 * @param isReal Whether that is likely to be more than periods usually differ by.
 */
function changeText(
  change: number,
  shown: (size: number) => string,
  least: number,
  worse: Worse,
  isReal: boolean,
): string {
  if (Math.abs(change) < least) return 'as in the period before';
  const text = arrowText(change, shown);
  const verdict = verdictOf(change, worse, isReal);
  return verdict === '' ? text : `${text}, ${verdict}`;
}

/** `▼ 2.7 points` */
function arrowText(change: number, shown: (size: number) => string): string {
  return `${change < 0 ? '▼' : '▲'} ${shown(Math.abs(change))}`;
}

/** What a change that can be seen is: `worse`, `better` or `not unusual`; empty for a figure that has no worse way. */
export function verdictOf(change: number, worse: Worse, isReal: boolean): string {
  if (worse === undefined) return '';
  if (!isReal) return USUAL;
  return worse === (change < 0 ? 'lower' : 'higher') ? WORSE : BETTER;
}

/** Whether the interval of the change excludes 0. */
export function isLikelyReal(
  before: Pick<ShownRate, 'value' | 'n'>,
  after: Pick<ShownRate, 'value' | 'n'>,
  likeness: number | undefined,
): boolean {
  const [one, other] = [before, after].map(({ value, n }) => ({
    k: ((value ?? 0) * (n ?? 0)) / 100,
    n: n ?? 0,
  })) as [WeekShare, WeekShare];
  const interval = differenceInterval(one, other, likeness);
  return interval !== undefined && (interval.low > 0 || interval.high < 0);
}

/** The same of two counts, as of Poisson variables with over-dispersion: of missing people that of true fulfilment. */
export function areCountsUnlike(before: number, after: number, likeness = 1): boolean {
  return Math.abs(after - before) > Z_95 * Math.sqrt(likeness * (before + after));
}

/**
 * The figure of the newest complete week of several, where there is no period before, and how it differs from the week
 * before: `16 Nov: 86.4%, ▲ 1.6`.
 */
function latestText({ figures }: PageFigures, read: (latest: Group, former: Group) => string): string {
  const { key, groups } = completePeriods(figures, 2);
  const [former, latest] = figures.by().total.records === 0 ? [] : groups;
  if (former === undefined || latest === undefined || key !== 'week') return '';
  const text = read(latest, former);
  return text === '' ? '' : `${dayText(Number(keyOf(latest)), false)}: ${text}`;
}

function rateOfWeek(figures: DashboardFigures, name: ShownName, latest: Group, former: Group): string {
  const [now, before] = [figures.rate(latest, name), figures.rate(former, name)];
  if (now.value === null) return '';
  const shown = shownPercent(now.value);
  if (before.value === null || Math.min(now.n ?? 0, before.n ?? 0) < SMALL_COUNT) return shown;
  // The difference of the figures as shown, which the sentence *Why* gives too.
  const change = Number(shownRate(now.value)) - Number(shownRate(before.value));
  return weekText(shown, change, shownRate, HALF_A_SHOWN_DIGIT);
}

/** A week's figure and its change; whether that is likely real is too much for the little room. */
function weekText(value: string, change: number, shown: (size: number) => string, least: number): string {
  return Math.abs(change) < least ? value : `${value}, ${arrowText(change, shown)}`;
}

/** What the intervals of percentages rest on. */
function intervalText(likeness: readonly (number | undefined)[]): string {
  const known = likeness.filter((one) => one !== undefined).sort((one, other) => one - other);
  const [least = 1, most = 1] = [known[0], known[known.length - 1]].map((one) => one?.toFixed(1));
  const times = least === most ? least : `${least}–${most}`;
  const why =
    known.length === 0
      ? `is that of chance alone, ${ASSUMING_INDEPENDENCE}`
      : `allows for your weeks varying ${times} times as much as chance alone`;
  return `The 95% interval ${why}. Percentages over 100 have no interval`;
}

/** What a period without records shows: sums over nothing are 0, which could be read as a quiet week. */
export const NO_SHIFTS = 'No shifts in this period match this report. Choose other days or filters.';

/** Why nothing can be said of a period; `undefined` where something can. */
export function nothingToSay({ source, figures }: PageFigures): string | undefined {
  const { records } = figures.by().total;
  if (records === 0) return NO_SHIFTS;
  if (source.range.from >= source.today) {
    return 'The period hasn’t begun: figures of worked shifts come after its first day.';
  }
  return undefined;
}

/** The most notes on single groups that a footer lists. */
const MOST_NOTES = 8;

/** Notes on single venues, areas or roles, as far as there is room. */
export function venueNotes(figures: DashboardFigures, groups: readonly Group[]): string[] {
  const noted = groups.flatMap((group) => {
    const note = figures.notes(group);
    return note === '' ? [] : [`${nameOf(group)}: ${note}`];
  });
  const more = noted.length - MOST_NOTES;
  return [
    ...noted.slice(0, MOST_NOTES),
    ...(more > 0 ? [`${shownCount(more, 'more note')} of this kind`] : []),
  ];
}

/**
 * Puts the definitions, the evidence and the notes, below everything else.
 *
 * Where that is depends on the rows: these texts are not known by their place.
 *
 * @param rates The percentages that the dashboard shows, with their words.
 * @param notes What a reader must know besides. Without full stops.
 */
export function putFooter(
  grid: DashboardGrid,
  { source, figures }: PageFigures,
  rates: readonly (readonly [name: ShownName, words: string])[],
  notes: readonly string[],
): void {
  const { range, today, asOf, zone } = source;
  const { total } = figures.by();
  const definitions = rates.map(([name, words]) => {
    const { low, high, n } = figures.rate(total, name);
    const interval =
      low === null || high === null ? '' : `. 95% interval: ${shownPercent(low)} to ${shownPercent(high)}`;
    const count = n === null || n === 0 ? '' : `, out of ${countText(n)}`;
    return `${figures.basisOf(total, name, words)}${interval}${count}`;
  });
  const lines = [
    ...definitions,
    ...notes,
    ...(rates.length === 0
      ? []
      : [
          'Counts are as published by the service. Percentages of groups are sums divided by sums',
          `Grey: fewer than ${SMALL_COUNT} positions`,
          intervalText(rates.map(([name]) => figures.request(name).likeness)),
        ]),
    ...incompleteNote(figures),
    ...(range.to >= today && overlap(range, { from: today, to: range.to })
      ? ['Today and later are left out of worked, no-shows, fulfilment and missing people']
      : []),
    ...(isProvisional(range.to, today) ? [`The last ${DAYS_UNTIL_FINAL} days may still be corrected`] : []),
    ...[figures.notes(total)].filter(Boolean),
    `Days and times are in the time zone ${zone}${asOf === null ? '' : `; data as of ${momentText(asOf)}`}`,
  ];
  const row = grid.end + 1;
  grid.text(row, 1, FOOTER);
  lines.forEach((line, at) => {
    grid.text(row + 1 + at, 1, `${line}.`);
  });
  grid.rule({
    kind: 'formula',
    range: a1(FIRST_ROW, 1, MOST_ROWS),
    formula: `=$A${FIRST_ROW}="${FOOTER}"`,
    look: 'bold',
  });
}

/** What trends leave out, in a sentence; none where nothing is. */
function incompleteNote(figures: DashboardFigures): string[] {
  const isHidden = figures
    .by('week')
    .groups.some(({ days }) => days !== undefined && days.covered > 0 && days.covered < days.of);
  return isHidden ? ['Charts and weeks show complete periods only'] : [];
}
