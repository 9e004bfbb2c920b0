import { listNotes, repetitionNotes } from '../answers/tables/figure-columns';
import { isInside, isOn } from '../calendar/calendar-date';
import { fieldNamed, type GroupKey, headingOf, KEY_HEADINGS } from '../contract/fields';
import { columnOf, DAY_COLUMN } from '../employer-api/shift-report';
import { shownPercent, shownRate } from '../employer-api/text';
import type { Tally } from '../figures/definitions';
import {
  type Figure,
  type FigureRequest,
  type FigureSet,
  figuresBy,
  type Group,
  keyOf,
} from '../figures/figures';
import { completeWeeks, type KeyPart, type KeyValue } from '../figures/group-keys';
import {
  besideMeasures,
  MEASURES,
  type Measure,
  type PercentageField,
  type PublishedQuantity,
  SCORE_MEASURES,
  TARGETED_MEASURES,
} from '../figures/measures';
import { foldName, NO_NAME } from '../figures/names';
import { FEWEST_WEEKS } from '../figures/share-statistics';
import { lineValueReader, plannedShifts } from '../figures/targets';
import { whyTheWeekMoved } from '../figures/why-it-moved';
import { COUNT_FORMAT, HOURS_FORMAT, PERCENTAGE_FORMAT, POINTS_FORMAT } from '../limits';
import { rowNotes } from '../reports/fetching/kept-rows';
import type { NameKind } from '../reports/saved/names';
import { figuresOfReport } from '../reports/saved/saved-report';
import { type DashboardSource, daysBefore } from './dashboard-source';

/** A figure that dashboards show. */
export type ShownName =
  | PublishedQuantity
  | PercentageField
  | `${PercentageField}_${'TARGET' | 'GAP'}`
  | ('MISSING_PEOPLE' | 'EXTRA_PEOPLE' | 'LEFT_AFTER_BOOKING' | 'TARGET' | 'GAP_TO_TARGET')
  | ('COST' | 'CREDITS' | 'PLAN_HOURS' | 'PLAN_POSITIONS');

/** Figures that no dashboard shows, so that they are not summed. */
const UNSHOWN = /^HOURS_SCHEDULED|^HOURS_WORKED_PERCENTAGE|^SHIFTS_UNFILLED_PERCENTAGE_|^SHIFT_RECORDS/;
/** What the service publishes but hours, and missing people: notes tell what of these is doubtful. They come first. */
const isNoted = ({ name }: Measure) =>
  name === 'MISSING_PEOPLE' || (fieldNamed(name) !== undefined && !/^HOURS/.test(name));
const SHOWN = [...MEASURES, ...SCORE_MEASURES, ...TARGETED_MEASURES.slice(1).flatMap(besideMeasures)]
  .filter(({ name }) => !UNSHOWN.test(name))
  .sort((one, other) => Number(isNoted(other)) - Number(isNoted(one)));
const PLACES = new Map(SHOWN.map(({ name }, at) => [name, at]));

/** The target of a percentage that may have one, and its gap to it over the shifts with a target. */
export function targetFigures(name: ShownName): readonly [target: ShownName, gap: ShownName] {
  if (name === 'TRUE_FULFILMENT_PERCENTAGE') return ['TARGET', 'GAP_TO_TARGET'];
  return [`${name as PercentageField}_TARGET`, `${name as PercentageField}_GAP`];
}

/** What dashboards call figures otherwise than as columns of a report. */
const WORDS: Partial<Record<ShownName, string>> = {
  TRUE_DEMAND: 'People needed',
  MISSING_PEOPLE: 'Missing people',
  EXTRA_PEOPLE: 'Extra',
  LEFT_AFTER_BOOKING: 'Dropped out or sent home',
  TARGET: 'Target',
  GAP_TO_TARGET: 'Gap in points',
  COST: 'Cost',
};

/** What dashboards call a figure, a percentage without its sign: `True fulfilment`. */
export function wordsOf(name: ShownName): string {
  return WORDS[name] ?? String(fieldNamed(name)?.heading).replace(/ %$/, '');
}

/** Whether a figure is a percentage of its own, not a target or the distance from one. */
export function isRate(name: ShownName): boolean {
  return name.endsWith('_PERCENTAGE');
}

/** The number format of a figure in a table. */
export function formatOf(name: ShownName): string {
  if (/^GAP|_GAP$/.test(name)) return POINTS_FORMAT;
  if (name === 'HOURS_WORKED') return HOURS_FORMAT;
  return isRate(name) || name.endsWith('TARGET') ? PERCENTAGE_FORMAT : COUNT_FORMAT;
}

/** The newest complete weeks that are shown, at most. */
export const PERIODS = 13;

/** Two groups that tell how figures changed. */
export interface ShownChange {
  /** How the newest complete week is called, which is compared with the week before; absent for the whole period. */
  readonly week?: string;
  readonly former: Group;
  readonly latest: Group;
  /** The complete weeks that the newest of them is compared with, oldest first; absent where nothing but a week before is. */
  readonly among?: readonly Group[] | undefined;
}

/** The figures of a report's rows: every number of a dashboard comes from here. */
export class DashboardFigures {
  private readonly figures: FigureSet;
  private readonly made = new Map<string, unknown>();
  /** Whether there are weeks enough to say how much they usually differ, and so why one moved. */
  private readonly judgesChanges: boolean;

  /**
   * @param source Its rows count that have a day of its range.
   * @param whole Of the whole report, where this is a part of it: it says how much weeks usually differ.
   */
  constructor(
    readonly source: DashboardSource,
    whole?: DashboardFigures,
  ) {
    const { saved, report, range } = source;
    const rows = report.rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, range));
    const own = figuresOfReport(saved, { rows }, source, SHOWN);
    const requests = own.requests.map((request, at) => {
      return whole === undefined ? request : { ...request, likeness: whole.figures.requests[at]?.likeness };
    });
    this.figures = { ...own, requests };
    this.judgesChanges = whole?.judgesChanges ?? completeWeeks(own).length > FEWEST_WEEKS;
  }

  /** The records that the report's criteria leave, each once; and how many came again or have the SHIFT_ID of another. */
  get records(): Pick<FigureSet, 'rows' | 'repeated' | 'conflicting'> {
    return this.figures;
  }

  private once<Value>(what: string, make: () => Value): Value {
    if (!this.made.has(what)) this.made.set(what, make());
    return this.made.get(what) as Value;
  }

  /** Groups, and the total; made once for each combination of keys. */
  by(...keys: readonly GroupKey[]) {
    return this.once(keys.join(), () => figuresBy(this.figures, keys));
  }

  /** Groups of the shifts that the weekly hours of the targets sheet are for, and their total. */
  byPlanned(...keys: readonly GroupKey[]) {
    const isPlanned = plannedShifts(this.source.targets?.lines ?? [], keys);
    return figuresBy(this.figures, keys, this.figures.rows.filter(isPlanned));
  }

  /**
   * The newest complete weeks of a report, oldest first; its days where it has too few. An incomplete week would look like
   * a fall.
   *
   * @param most How many periods are shown.
   * @param fewest As many weeks there must be.
   */
  periods(most: number, fewest = 2) {
    const newest = (key: 'week' | 'day') => this.by(key).groups.filter(isComplete).slice(-most);
    const weeks = newest('week');
    return weeks.length >= fewest
      ? ({ key: 'week', groups: weeks, heading: 'Week from', means: 'The first day of the week.' } as const)
      : ({ key: 'day', groups: newest('day'), heading: 'Day', means: 'The day of the shifts.' } as const);
  }

  /** The different targets that shifts have, the lowest first: of all of them, or of those with a value of a key. */
  targets(name: ShownName, key?: RowKey, value: KeyValue = null): readonly number[] {
    const all = this.once(`targets ${name} ${key}`, () => {
      const found = new Map<string, Set<number>>();
      const targetOf = lineValueReader(this.source.targets?.lines ?? [], 'target', name);
      for (const row of this.figures.rows) {
        const target = targetOf(row);
        const of = key === undefined ? '' : folded(row[columnOf(KEY_HEADINGS[key])] ?? null);
        if (!Number.isNaN(target)) found.set(of, (found.get(of) ?? new Set()).add(target));
      }
      return found;
    });
    const own = all.get(key === undefined ? '' : folded(value)) ?? [];
    return [...own].sort((one, other) => one - other);
  }

  /**
   * The period and as many days before it, where the rows cover them; else its last week and the one before it. Undefined
   * where there are too few complete weeks.
   */
  get change(): ShownChange | undefined {
    return this.once('change', () => {
      const { range, covered = range, today } = this.source;
      const before = daysBefore(range);
      if (isInside(before, covered) && range.to < today) {
        const { total: former } = new DashboardFigures({ ...this.source, range: before }, this).by();
        return { former, latest: this.by().total };
      }
      const { key, groups: among } = this.periods(PERIODS);
      const [former, latest] = among.slice(-2);
      if (key === 'day' || former === undefined || latest === undefined) return undefined;
      return { week: today - Number(keyOf(latest)) < 14 ? 'last week' : 'final week', former, latest, among };
    });
  }

  /** Why a percentage of the newest complete week differs from that of the week before. */
  whyTheWeekMoved(name: ShownName) {
    return this.judgesChanges
      ? whyTheWeekMoved(this.figures, this.request(name), severalOf(this))
      : undefined;
  }

  /** What a percentage of a group is made of, as it is shown: of several definitions that differ little the first is used. */
  usedDefinition(name: ShownName, group: Group): Tally | undefined {
    return figureIn(group, name).why ? undefined : this.request(name).definitions?.left[0];
  }

  request(name: ShownName): FigureRequest {
    return this.figures.requests[PLACES.get(name) as number] as FigureRequest;
  }

  /** What a reader must know of a group; `''` when all is well. @param hasRates Whether percentages are shown: why one is blank */
  notes(group: Group, hasRates = true): string {
    const noted = this.figures.requests.filter(({ measure }) => isNoted(measure));
    const requests = hasRates ? noted : noted.map((one) => ({ ...one, definitions: undefined }));
    const leftOut =
      group.keys.length === 0 ? [...rowNotes(this.source.report), ...repetitionNotes(this.figures)] : [];
    return [...listNotes(group, { ...this.source, requests, marksIncomplete: false }), ...leftOut].join('; ');
  }
}

function folded(name: KeyValue): string {
  return foldName(String(name ?? ''));
}

/** Whether all days of a group's period are over and were asked for. */
export function isComplete({ days }: Group): boolean {
  return days !== undefined && days.covered === days.of;
}

/** One figure of a group. */
export function figureIn(group: Group, name: ShownName): Figure {
  return group.figures[PLACES.get(name) as number] as Figure;
}

/** The value of a figure of a group. Of a sum, 0 means asked and none, null that nothing is known. */
export function valueIn(group: Group | undefined, name: ShownName): number | null {
  return group === undefined ? null : figureIn(group, name).value;
}

/**
 * A percentage as it is shown; `87.6–89.7%` where it depends on the definition, of which the rows leave several.
 *
 * @param shown How the ends are written. @default with one decimal
 */
export function rateOrRange(
  group: Group,
  name: ShownName,
  shown: (value: number) => string = shownRate,
): number | string | null {
  const { value, why } = figureIn(group, name);
  if (why === undefined) return value;
  return why.kind === 'apart' && !why.isBlank ? `${shown(why.low)}–${shown(why.high)}%` : null;
}

/** The same in words: `85.4%`, or `87.6–89.7%`; null where it can't be given. */
export function rateText(group: Group, name: ShownName): string | null {
  const value = rateOrRange(group, name);
  return typeof value === 'number' ? shownPercent(value) : value;
}

/** What rows of tables are about. */
export type RowKey = NameKind;

/** What people call them, as a heading: `Job title`. */
export function headingOfKey(key: RowKey): string {
  return headingOf(KEY_HEADINGS[key]);
}

/** What a report has several of, to compare: venues, else job titles, else areas; venues where it has none. */
export function severalOf(figures: DashboardFigures): RowKey {
  return (['venue', 'role', 'area'] as const).find((key) => figures.by(key).groups.length > 1) ?? 'venue';
}

/** Whether a group is that of all records. */
export function isTotal({ keys }: Group): boolean {
  return keys.length === 0;
}

/** The keys of a group that was made by these. */
export function keyParts(group: Group, ...keys: readonly GroupKey[]): KeyPart[] {
  return keys.map((key, at) => ({ key, value: keyOf(group, at) }));
}

/** The name in a group's key, without spaces around it; a text of ours where the service sent none. */
export function nameOf(group: Group, at = 0): string {
  return String(keyOf(group, at) ?? '').trim() || NO_NAME;
}

/** Groups by a number, largest first; what is not known comes last, equal ones stay in their order. */
export function largestFirst(groups: readonly Group[], size: (group: Group) => number | null): Group[] {
  const sizeOf = (group: Group) => size(group) ?? Number.NEGATIVE_INFINITY;
  return [...groups].sort((one, other) => sizeOf(other) - sizeOf(one) || 0);
}

/** The group with more than any other; `undefined` for none, or where several have as much. */
export function mostOf(groups: readonly Group[], size: (group: Group) => number | null): Group | undefined {
  const [first, second] = largestFirst(groups, size);
  return first && second && size(first) === size(second) ? undefined : first;
}

/** Whether some or all shifts of a group have no target: a target then says nothing about its whole percentage. */
export function lacksTargets(group: Group, name: ShownName = 'TRUE_FULFILMENT_PERCENTAGE'): boolean {
  const [, gap] = targetFigures(name);
  return figureIn(group, gap).n < figureIn(group, name).n;
}

/** Whether a group is that of all records, and some of them have no target: only its lines are beside one. */
export function isUntargeted(group: Group, name?: ShownName): boolean {
  return isTotal(group) && lacksTargets(group, name);
}

/** The target of true fulfilment that all shifts of the report share; null where targets differ or some shifts have none. */
export function targetOfAll(figures: DashboardFigures): number | null {
  const [target = null, ...others] = figures.targets('TRUE_FULFILMENT_PERCENTAGE');
  return others.length > 0 || lacksTargets(figures.by().total) ? null : target;
}
