import type { DateRange } from '../../../src/calendar/calendar-date';
import type { GroupKey } from '../../../src/contract/fields';
import type { ShiftRow, ShiftValue } from '../../../src/employer-api/shift-report';
import type { Definitions } from '../../../src/figures/definitions';
import { type FigureRequest, figuresBy } from '../../../src/figures/figures';
import type { AskedDays } from '../../../src/figures/group-keys';
import { type Definition, findMeasure } from '../../../src/figures/measures';
import { serialOf as day } from '../../support/shift-records';
import { SPEC_NAMES } from '../../support/spec-fields';

/** Wednesday 9 July 2025; weeks begin on Monday unless a test says otherwise. */
export const TODAY = day('2025-07-09');

/** Monday 30 June to Sunday 13 July 2025. */
export const RANGE: DateRange = { from: day('2025-06-30'), to: day('2025-07-13') };

/** A shift record of 1 July 2025 with these fields; numbers that are not named are 0, texts and the ID are empty. */
export function shift(fields: Readonly<Record<string, ShiftValue>> = {}): ShiftRow {
  const plain: Record<string, ShiftValue> = {
    VENUE_NAME: null,
    AREA_NAME: null,
    JOB_TITLE: null,
    SHIFT_ID: null,
    SHIFT_DATE: '2025-07-01',
    ...fields,
  };
  return SPEC_NAMES.map((name) => {
    const value = plain[name];
    if (name === 'SHIFT_DATE') return value === null ? null : day(String(value));
    return value === undefined ? 0 : value;
  });
}

/** Groups with these measures, by their words. A published percentage gets its definitions, the one in use first. */
export function grouped(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  requests: readonly FigureRequest[] = [],
  changes: Partial<AskedDays> = {},
) {
  return figuresBy({ rows, requests, range: RANGE, today: TODAY, weekStart: 1, ...changes }, keys);
}

/** A request for a figure by its words; one definition is taken as chosen, so that it is always shown. */
export function asked(words: string, ...definitions: Definition[]): FigureRequest {
  const measure = findMeasure(words);
  if (measure === undefined) throw new RangeError(words);
  if (measure.kind === 'count') return { measure, definitions: undefined };
  if (typeof measure.of !== 'string') return { measure, definitions: leaving([measure.of], 'add-on') };
  return { measure, definitions: leaving(definitions, definitions.length === 1 ? 'choice' : 'rows') };
}

/** Definitions that are left, each with 30 rows that agree. */
export function leaving(definitions: readonly Definition[], by: Definitions['by'] = 'rows'): Definitions {
  return { left: definitions.map((definition) => ({ ...definition, agree: 30, of: 30 })), by, scale: 100 };
}

/** A definition by its two names. */
export function over(numerator: Definition['numerator'], denominator: Definition['denominator']): Definition {
  return { numerator, denominator };
}

export { day };
