import { shortDay } from '../../calendar/calendar-date';
import { headingOf } from '../../contract/fields';
import type { Typed } from '../../contract/form';
import type { DASHBOARD_CUT } from '../../contract/reports';
import { fitText, shownNumber } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { GroupKey } from '../../figures/group-keys';
import { DAY_FORMAT } from '../../limits';
import { nounOf } from '../../reports/saved/names';
import {
  type Dashboard,
  figureColumn,
  heatOf,
  nameColumn,
  slotColumns,
  type Tile,
  tableOf,
  tableOfAll,
  tintOf,
} from '../dashboard';
import {
  type DashboardFigures,
  figureIn,
  formatOf,
  keyParts,
  largestFirst,
  nameOf,
  rateText,
  valueIn,
  wordsOf,
} from '../dashboard-figures';
import { SMALL_COUNT } from '../layout';
import { notesOf } from '../notes';
import { figureTile } from '../tiles';

const [MOST_ROWS, MOST_COLUMNS] = [40, 8];
/** Letters of a line below a tile. */
const TILE_LETTERS = 26;

const [FULFILMENT, NO_SHOWS, MISSING] = [
  'TRUE_FULFILMENT_PERCENTAGE',
  'NO_SHOWS_PERCENTAGE',
  'MISSING_PEOPLE',
] as const;
/** How the worst and the best are called. */
const RATED = { worst: 'Weakest', best: 'Strongest' } as const;

/** What is compared: its title in a sentence, and whether the largest is the worst. */
const COMPARED = {
  [FULFILMENT]: { ...RATED, headline: 'Lowest true fulfilment', sign: -1 },
  [NO_SHOWS]: { ...RATED, headline: 'Highest no-shows', sign: 1 },
  [MISSING]: { worst: 'Most by', best: 'Fewest by', headline: 'Most missing people', sign: 1 },
} as const;

/** Where and when are people missing? Rows are venues, areas or job titles, columns weekdays or weeks. */
export function planWhereAndWhen(figures: DashboardFigures, cut: Typed<typeof DASHBOARD_CUT>): Dashboard {
  const { measure } = cut;
  const { worst, best, headline, sign } = COMPARED[measure];
  const isOfBooked = measure === NO_SHOWS;
  const [rate, count, outOf] = isOfBooked
    ? ([NO_SHOWS, 'NO_SHOWS', 'SHIFTS_BOOKED'] as const)
    : ([FULFILMENT, MISSING, 'TRUE_DEMAND'] as const);
  const rateWords = isOfBooked ? headingOf(rate) : wordsOf(rate);
  const isCount = measure === MISSING;
  const [word, counted] = [nounOf(cut.rows), wordsOf(count)];
  const periods = figures.periods(MOST_COLUMNS, 1);
  const isByWeekday = cut.columns === 'weekday';
  // Days where there are too few weeks.
  const key = isByWeekday ? ('weekday' as const) : periods.key;
  const heading = isByWeekday ? 'Weekday' : periods.heading;
  const slots = isByWeekday ? figures.by('weekday').groups : periods.groups;
  const slotKeys = slots.map((slot) => keyOf(slot));
  const rows = largestFirst(figures.by(cut.rows).groups, (group) => valueIn(group, count));
  const pairs = figures.by(cut.rows, key).groups.filter((group) => slotKeys.includes(keyOf(group, 1)));

  const textOf = (group: Group) => {
    const value = valueIn(group, measure);
    return (isCount ? value !== null && shownNumber(value) : rateText(group, rate)) || 'unknown';
  };
  /** The first of them, and those that are equal as shown; none where there is nothing to compare. */
  const endOf = (groups: readonly Group[], fewest: number, direction: number) => {
    const enough = groups.filter((group) => {
      const { value, n } = figureIn(group, measure);
      return value !== null && (isCount || n >= SMALL_COUNT);
    });
    const [first, ...others] = largestFirst(enough, (group) => direction * Number(valueIn(group, measure)));
    if (first === undefined || enough.length < fewest) return [];
    return [first, ...others.filter((other) => textOf(other) === textOf(first))];
  };
  const worstRow = endOf(rows, 2, sign);
  const worstPair = endOf(pairs, 1, sign);

  /** `on Wednesdays`, `in the week of 16 Nov`. @param at The place of the weekday or period among the group's keys. */
  const slotWords = (group: Group, at: number) => {
    const slot = keyOf(group, at);
    const { from, to } = figures.source.range;
    if (typeof slot !== 'number') return `on ${slot}${to - from < 7 ? '' : 's'}`;
    return `${key === 'week' ? 'in the week of' : 'on'} ${shortDay(slot, false)}`;
  };
  const moreText = ({ length }: readonly Group[]) =>
    length > 1 ? `and ${shownNumber(length - 1)} more` : '';
  const sentence = ([pair]: readonly Group[]) => {
    if (pair === undefined) {
      const what = isCount ? 'shifts' : wordsOf(outOf).toLowerCase();
      return `Too few ${what} to compare ${word}s by ${cut.columns}.`;
    }
    const place = `${cut.rows === 'role' ? 'for' : 'at'} ${fitText(nameOf(pair), 36)}`;
    const where = [textOf(pair), place, slotWords(pair, 1), moreText(worstPair)].filter(Boolean).join(' ');
    return `${headline}: ${where}. Overall: ${textOf(figures.by().total)}.`;
  };
  const tile = (
    words: string,
    groups: readonly Group[],
    keys: readonly GroupKey[],
    ...notes: readonly ((group: Group) => string)[]
  ): Tile[] =>
    groups.slice(0, 1).map((first) => ({
      words,
      value: valueIn(first, measure),
      format: formatOf(measure),
      meaning: { measure },
      keys: keyParts(first, ...keys),
      notes: [...notes.flatMap((note) => inTwoLines(note(first))), moreText(groups)],
    }));
  const levels = [rate, count].map((name) => figureTile(figures, name));

  const bySlot = tableOf<Group>({
    title: `By ${key}`,
    columns: [
      { ...nameColumn(heading), cell: (slot) => keyOf(slot), ...(!isByWeekday && { format: DAY_FORMAT }) },
      figureColumn(count),
      figureColumn(rate, { heading: rateWords }),
      figureColumn(outOf),
    ],
    items: slots,
    keysOf: (slot) => keyParts(slot, key),
    fewBy: wordsOf(outOf),
  });
  const read = (group: Group | undefined) => (isCount ? valueIn(group, count) : heatOf(group, rate));
  const cell = { meaning: { measure }, format: formatOf(measure) };
  const most = Math.max(0, ...pairs.map((pair) => valueIn(pair, count) ?? 0));
  const tint = isCount ? undefined : tintOf(figures, cut.rows, rate);
  const matrix = tableOfAll(figures, cut.rows, rows, {
    title: `${isCount ? counted : rateWords} by ${word} and ${key}, most ${counted.toLowerCase()} first`,
    most: MOST_ROWS,
    columns: [
      ...(tint?.columns ?? []),
      ...(slots.length > 1 ? [{ ...cell, heading: 'All', cell: read, isHeated: !isCount }] : []),
      ...slotColumns(figures, [cut.rows, key], slots, read, cell),
    ],
    heat: tint?.heat ?? { light: Math.floor(most / 3), dark: Math.floor((2 * most) / 3) },
  });
  // In one slot the weakest row is the weakest pair.
  const newPair = slots.length === 1 && worstRow.length > 0 ? [] : worstPair;
  const pairWords = `${worst} ${word} and ${cut.columns === 'week' ? 'week' : 'day'}`;
  return {
    sentence: sentence(worstPair),
    tiles: [
      ...(isCount ? levels.reverse() : levels),
      ...tile(`${worst} ${word}`, worstRow, [cut.rows], nameOf),
      ...tile(`${worst} ${cut.columns}`, endOf(slots, 2, sign), [key], (slot) => slotWords(slot, 0)),
      ...tile(pairWords, newPair, [cut.rows, key], nameOf, (pair) => slotWords(pair, 1)),
      ...tile(`${best} ${word}`, endOf(rows, 2, -sign), [cut.rows], nameOf),
    ],
    chart: {
      kind: 'column',
      title: `${counted} by ${key}, all ${word}s`,
      of: bySlot,
      columns: [heading, counted],
    },
    lists: slots.length > 1 ? [bySlot] : [],
    tables: [matrix],
    notes: notesOf(
      figures,
      [rate],
      !isOfBooked && 'People needed: true demand',
      tint?.note ??
        `Tinted: more than a third of the most ${counted.toLowerCase()}, darker beyond two thirds`,
      !isCount &&
        'Left out of weakest and strongest: what is grey, such as 5 of 7, and a range, which depends on the definition',
    ),
  };
}

/** A name in one line or, broken between words, two. */
function inTwoLines(name: string): string[] {
  const end = name.length <= TILE_LETTERS ? -1 : name.lastIndexOf(' ', TILE_LETTERS);
  const lines = end < 0 ? [name] : [name.slice(0, end), name.slice(end + 1)];
  return lines.map((line) => fitText(line, TILE_LETTERS));
}
