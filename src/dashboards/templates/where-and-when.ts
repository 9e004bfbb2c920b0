import { shortDay } from '../../calendar/calendar-date';
import { type GroupKey, headingOf } from '../../contract/fields';
import type { Typed } from '../../contract/form';
import type { DASHBOARD_CUT } from '../../contract/reports';
import { fitText, shownCount, shownNumber } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import { DAY_FORMAT } from '../../limits';
import { nounOf } from '../../reports/saved/names';
import {
  type Dashboard,
  figureColumn,
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
  mostOf,
  nameOf,
  type ShownName,
  valueIn,
  wordsOf,
} from '../dashboard-figures';
import { inLines, SMALL_COUNT } from '../layout';
import { notesOf, weeksNote } from '../notes';
import { figureTile } from '../tiles';
import { BEFORE_NAME } from './overview';

const [MOST_ROWS, MOST_COLUMNS] = [40, 7];
/** Letters of a line below a tile, and of a name in the sentence. */
const [TILE_LETTERS, SENTENCE_LETTERS] = [24, 60];

const [FULFILMENT, NO_SHOWS, MISSING] = [
  'TRUE_FULFILMENT_PERCENTAGE',
  'NO_SHOWS_PERCENTAGE',
  'MISSING_PEOPLE',
] as const;

/** Where and when are people missing? Rows are venues, areas or job titles, columns weekdays or weeks. */
export function planWhereAndWhen(figures: DashboardFigures, cut: Typed<typeof DASHBOARD_CUT>): Dashboard {
  const { measure } = cut;
  const isOfBooked = measure === NO_SHOWS;
  const [rate, count, outOf] = isOfBooked
    ? ([NO_SHOWS, 'NO_SHOWS', 'SHIFTS_BOOKED'] as const)
    : ([FULFILMENT, MISSING, 'TRUE_DEMAND'] as const);
  const rateWords = isOfBooked ? headingOf(rate) : wordsOf(rate);
  const isCount = measure === MISSING;
  const worst = isCount ? 'Most by' : 'Weakest';
  const [word, counted] = [nounOf(cut.rows), wordsOf(count)];
  const periods = figures.periods(MOST_COLUMNS, 1);
  const isByWeekday = cut.columns === 'weekday';
  // Days where there are too few weeks.
  const key = isByWeekday ? ('weekday' as const) : periods.key;
  const heading = isByWeekday ? 'Weekday' : periods.heading;
  const slots = isByWeekday ? figures.by('weekday').groups : periods.groups;
  const countIn = (group?: Group) => valueIn(group, count) ?? 0;
  const rows = largestFirst(figures.by(cut.rows).groups, (group) => valueIn(group, count));
  const isShown = (pair: Group) => slots.some((slot) => keyOf(slot) === keyOf(pair, 1));
  const pairs = figures.by(cut.rows, key).groups.filter(isShown);

  /** The worst of them; `undefined` where there is nothing to compare. */
  const worstOf = (groups: readonly Group[], fewest: number) => {
    const enough = groups.filter((group) => {
      const { value, n } = figureIn(group, measure);
      return value !== null && (isCount || n >= SMALL_COUNT);
    });
    const sign = measure === FULFILMENT ? -1 : 1;
    const [first] = largestFirst(enough, (group) => sign * Number(valueIn(group, measure)));
    return enough.length < fewest ? undefined : first;
  };
  const [worstRow, worstPair] = [worstOf(rows, 2), worstOf(pairs, 1)];
  const total = valueIn(figures.by().total, count);
  /** Where most are missing, whatever their share. */
  const [top] = rows.length > 1 && total ? rows : [];

  /** `on Wednesdays`, `in the week of 16 Nov`. @param at The place of the weekday or period among the group's keys. */
  const slotWords = (group: Group, at: number) => {
    const slot = keyOf(group, at);
    const { from, to } = figures.source.range;
    if (typeof slot !== 'number') return `on ${slot}${to - from < 7 ? '' : 's'}`;
    return `${key === 'week' ? 'in the week of' : 'on'} ${shortDay(slot, false)}`;
  };
  /** The one that has more than any other, and at least twice as many as the others on average. */
  const standout = (groups: readonly Group[]) => {
    const most = mostOf(groups, countIn);
    const others = groups.reduce((all, group) => all + countIn(group), 0) - countIn(most);
    return countIn(most) * (groups.length - 1) >= 2 * others ? most : undefined;
  };
  /** `Most people missing at Grand Hotel (1,769) and on Saturdays (902).`: either alone where only one stands out. */
  const sentence = () => {
    if (total === null) return `${counted} can’t be given: see below how the figures are made.`;
    const place = rows.length > 1 ? standout(rows) : undefined;
    const slot = slots.length > 1 ? standout(slots) : undefined;
    const many = (group: Group) => ` (${shownNumber(countIn(group))})`;
    const where = [
      place && `${BEFORE_NAME[cut.rows]} ${fitText(nameOf(place), SENTENCE_LETTERS)}${many(place)}`,
      slot && slotWords(slot, 0) + many(slot),
    ].filter(Boolean);
    const places = place ? 0 : rows.filter(countIn).length;
    const spread = places > 1 ? `, spread over ${shownCount(places, word)}` : '';
    if (where.length === 0) return `${counted}: ${shownNumber(total)}${spread}.`;
    return `Most ${isOfBooked ? 'no-shows' : 'people missing'} ${where.join(' and ')}${spread}.`;
  };
  const tile = (
    words: string,
    group: Group | undefined,
    keys: readonly GroupKey[],
    name: ShownName = measure,
  ): Tile | undefined =>
    group && {
      words,
      value: valueIn(group, name),
      format: formatOf(name),
      meaning: { measure: name },
      keys: keyParts(group, ...keys),
      notes: keys.flatMap((one, at) =>
        one === cut.rows ? inLines(nameOf(group, at), TILE_LETTERS) : slotWords(group, at),
      ),
    };

  const bySlot = tableOf<Group>({
    title: `By ${key}`,
    columns: [
      { ...nameColumn(heading), cell: (slot) => keyOf(slot), ...(!isByWeekday && { format: DAY_FORMAT }) },
      figureColumn(count),
      figureColumn(rate, { heading: rateWords }),
      figureColumn(outOf),
    ],
    items: slots.length > 1 ? slots : [],
    keysOf: (slot) => keyParts(slot, key),
    fewBy: wordsOf(outOf),
  });
  const tint = tintOf(figures, cut.rows, measure);
  const matrix = tableOfAll(figures, cut.rows, rows, {
    title: `${isCount ? counted : rateWords} by ${word}${slots.length > 1 ? ` and ${key}` : ''}, most ${counted.toLowerCase()} first`,
    most: MOST_ROWS,
    columns: [
      ...(isCount ? [] : [figureColumn(count, { heading: isOfBooked ? counted : 'Missing' })]),
      ...tint.columns,
      ...slotColumns(
        figures,
        [cut.rows, key],
        [...(slots.length > 1 ? [figures.by().total] : []), ...slots],
        measure,
      ),
    ],
    heat: tint.heat,
  });
  // In one slot the weakest row is the weakest pair.
  const newPair = slots.length === 1 && worstRow ? undefined : worstPair;
  const pairWords = `${worst} ${word} and ${cut.columns === 'week' ? 'week' : 'day'}`;
  return {
    sentence: sentence(),
    tiles: [
      ...(isCount ? [count, rate, outOf] : [rate, count]).map((name) => figureTile(figures, name)),
      tile(`Most ${counted.toLowerCase()}`, isCount ? undefined : top, [cut.rows], count),
      tile(`${worst} ${word}`, worstRow, [cut.rows]),
      tile(`${worst} ${cut.columns}`, worstOf(slots, 2), [key]),
      tile(pairWords, newPair, [cut.rows, key]),
    ].flatMap((one) => one ?? []),
    chart: {
      kind: 'column',
      title: `${counted} by ${key}, all ${word}s`,
      of: bySlot,
      columns: [heading, counted],
    },
    lists: [bySlot],
    tables: [matrix],
    notes: notesOf(
      figures,
      [rate],
      !isOfBooked && slots.length > 1 && 'People needed: true demand',
      [...rows, ...pairs].some((group) => Number(valueIn(group, rate)) > 100) &&
        'Over 100%: extra people worked',
      tint.note,
      !isByWeekday && weeksNote(figures),
    ),
  };
}
