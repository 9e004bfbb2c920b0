import { requestFigures } from '../answers/tables/figure-requests';
import { type FigureRows, figuresBy } from '../answers/tables/figure-rows';
import { groupNotes } from '../answers/tables/notes';
import { isDoubtful } from '../answers/tables/settled';
import { DAY_COLUMN } from '../employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../employer-api/shift-records';
import { distinctRows, type Repeats } from '../figures/distinct-rows';
import type { Figure, FigureRequest } from '../figures/figure';
import type { Group, GroupedFigures } from '../figures/group-figures';
import type { GroupKey } from '../figures/group-keys';
import { MEASURES, type Measure } from '../figures/measures';
import { filterRows } from '../figures/row-filter';
import { leftOutWords } from '../reports/fetching/left-out';
import { readCriteria } from '../reports/saved/report-question';
import type { DashboardSource } from './dashboard-source';

/** The figures that dashboards show, by their names. */
const SHOWN = [
  'TRUE_DEMAND',
  'SHIFTS_POSTED',
  'SHIFTS_BOOKED',
  'SHIFTS_BOOKED_PERCENTAGE',
  'SHIFTS_UNFILLED',
  'SHIFTS_UNFILLED_PERCENTAGE',
  'SHIFTS_WORKED',
  'SHIFTS_WORKED_PERCENTAGE',
  'NO_SHOWS',
  'NO_SHOWS_PERCENTAGE',
  'TRUE_FULFILMENT_PERCENTAGE',
  'MISSING_PEOPLE',
] as const;

/** A figure that dashboards show. */
export type ShownName = (typeof SHOWN)[number];

/** A percentage of a group as far as it may be shown. */
export interface ShownRate {
  /** Null where nothing is known, and where one number would mislead: by the definitions that are left, or its own records. */
  readonly value: number | null;
  /** The 95 % interval; null with the value. */
  readonly low: number | null;
  readonly high: number | null;
  /** How many positions it is out of, 0 where there is nothing to divide by; null where that is not known. */
  readonly n: number | null;
}

const NO_RATE: ShownRate = { value: null, low: null, high: null, n: null };

/** The figures of a report's rows: every number of a dashboard comes from here. */
export class DashboardFigures {
  readonly requests: readonly FigureRequest[];
  /** The records that the report's criteria leave, each once. */
  readonly rows: readonly ShiftRow[];
  readonly repeats: Repeats;
  /** The records without a day that the criteria leave: in no figure. */
  readonly undated: readonly ShiftRow[];
  private readonly told: readonly string[];
  private readonly grouping: FigureRows;
  private readonly made = new Map<string, GroupedFigures>();

  constructor(source: DashboardSource) {
    const { saved, report, range, zone, today, weekStart, bases, seenNames, leftOut } = source;
    const inRange = rowsWithin(report.rows, range);
    const { rows, repeats, undated } = distinctRows(inRange);
    const measures = SHOWN.map(measureNamed);
    this.requests = requestFigures(measures, undefined, { rows, today, kept: bases });
    const criteria = readCriteria(saved, inRange, seenNames);
    this.rows = filterRows(rows, criteria);
    this.undated = filterRows(undated, criteria);
    this.told = leftOutWords({ undated, outside: [], cut: [], ...leftOut }, () => criteria);
    this.repeats = repeats;
    const facts = { today, generatedAt: report.generatedAt, marksIncomplete: true, hiddenPeriods: 0 };
    this.grouping = {
      rows: this.rows,
      repeats,
      range,
      weekStart,
      zone,
      facts: { ...facts, requests: this.requests },
    };
  }

  /** Groups, and the total; made once for each combination of keys. */
  by(...keys: readonly GroupKey[]): GroupedFigures {
    const name = keys.join();
    const known = this.made.get(name) ?? figuresBy(this.grouping, keys);
    this.made.set(name, known);
    return known;
  }

  /** The groups of `by`, in the same order, with one percentage alone: a figure for each definition that is left. */
  byDefinition(name: ShownName, ...keys: readonly GroupKey[]): GroupedFigures {
    const { measure, basis } = this.request(name);
    const requests = (basis?.survivors ?? []).map(
      (survivor): FigureRequest => ({ measure, basis: { kind: 'chosen', survivors: [survivor] } }),
    );
    return figuresBy({ ...this.grouping, facts: { ...this.grouping.facts, requests } }, keys);
  }

  /** A percentage of a group as far as it may be shown. */
  rate(group: Group | undefined, name: ShownName): ShownRate {
    if (group === undefined || this.request(name).basis?.kind === 'contradicted') return NO_RATE;
    const figure = figureIn(group, name);
    if (isDoubtful(figure)) return NO_RATE;
    const { value, low, high, n } = figure;
    return { value, low, high, n };
  }

  request(name: ShownName): FigureRequest {
    return this.requests[SHOWN.indexOf(name)] as FigureRequest;
  }

  /** What a reader must know of a group; `''` when all is well. */
  notes(group: Group): string {
    const own = groupNotes(group, this.grouping.facts, { percent: '0-100', evidence: true });
    const isTotal = group.keys.length === 0;
    const told = isTotal ? this.told : [];
    return [...(own === null ? [] : [own]), ...told].join('; ');
  }
}

/** One figure of a group. */
export function figureIn(group: Group, name: ShownName): Figure {
  return group.figures[SHOWN.indexOf(name)] as Figure;
}

/** A sum of a group: 0 means asked and none, null that nothing is known. */
export function countOf(group: Group | undefined, name: ShownName): number | null {
  return group === undefined ? null : figureIn(group, name).value;
}

/** The name in a group's key; a text of ours where the service sent none. */
export function nameOf(group: Group, at = 0): string {
  const value = group.keys[at] ?? null;
  return value === null ? '(no name)' : String(value);
}

/** Groups by a number, largest first; what is not known comes last, equal ones stay in their order. */
export function largestFirst(groups: readonly Group[], size: (group: Group) => number | null): Group[] {
  return [...groups].sort(
    (one, other) => (size(other) ?? Number.NEGATIVE_INFINITY) - (size(one) ?? Number.NEGATIVE_INFINITY) || 0,
  );
}

function measureNamed(name: ShownName): Measure {
  return MEASURES.find((measure) => measure.name === name) as Measure;
}

/** Records of the days that are shown, and those without a day, which may be of these days. */
function rowsWithin(rows: readonly ShiftRow[], { from, to }: DashboardSource['range']): readonly ShiftRow[] {
  return rows.filter((row) => {
    const day = row[DAY_COLUMN];
    return typeof day !== 'number' || (day >= from && day <= to);
  });
}
