import type { Options } from '../../../../src/answers/arguments/options';
import { type CellMaker, cellMaker } from '../../../../src/answers/tables/answer-table';
import type { Definitions, Tally } from '../../../../src/figures/definitions';
import type { Figure, FigureRequest, Group } from '../../../../src/figures/figures';
import { findMeasure, type Measure } from '../../../../src/figures/measures';
import { read } from '../arguments/option-scene';

/** What holds when a formula gives no option, with more decimals. */
export const NO_OPTIONS: Options = { ...read(), decimals: 10 };

/** 10 March 2026. */
export const TODAY = 46_091;

/** The figure with this name. */
export function measure(word: string): Measure {
  const found = findMeasure(word);
  if (found === undefined) throw new Error(`There is no figure ${word}`);
  return found;
}

/** A rate of 8 in 10 that one definition explains. */
export function figure(changes: Partial<Figure> = {}): Figure {
  return { value: 80, k: 8, n: 10, low: 49.02, high: 94.33, skipped: 0, ...changes };
}

/** Two finished records of one venue. */
export function group(changes: Partial<Group> = {}): Group {
  return {
    keys: ['Grand Hotel'],
    rows: [[TODAY - 30], [TODAY - 31]],
    days: undefined,
    figures: [figure()],
    ...changes,
  };
}

/** WORKED of BOOKED, which 412 of 413 rows follow. */
export const WORKED_OF_BOOKED: Tally = {
  numerator: 'SHIFTS_WORKED',
  denominator: 'SHIFTS_BOOKED',
  agree: 412,
  of: 413,
};
/** WORKED of POSTED, which 15 rows all follow. */
export const WORKED_OF_POSTED: Tally = {
  numerator: 'SHIFTS_WORKED',
  denominator: 'SHIFTS_POSTED',
  agree: 15,
  of: 15,
};

/** `worked %` by the definitions that are left: one, two or none. */
export function worked(left: 'one' | 'two' | 'none', by: Definitions['by'] = 'rows'): FigureRequest {
  const all = { one: [WORKED_OF_BOOKED], two: [WORKED_OF_POSTED, WORKED_OF_BOOKED], none: [] };
  return { measure: measure('worked %'), definitions: { left: all[left], by, scale: 100 } };
}

/** Shows values as a spreadsheet in London does. */
export function present(options: Partial<Options> = {}): CellMaker {
  return cellMaker({ ...NO_OPTIONS, ...options }, (day) => new Date((day - 25_569) * 86_400_000));
}
