import type { FunctionName } from '../answers/arguments/option-uses';

/** A function of ours, as explanations need it. */
export interface ExplainedFunction {
  /** What it does, in one sentence. */
  readonly does: string;
  /** What its first arguments are; options follow. */
  readonly places: readonly Place[];
  /** Whose options it takes. */
  readonly like: FunctionName;
}

/** What an argument that has a place of its own means. */
export type Place = 'metric' | 'from' | 'to' | 'by' | 'fromA' | 'toA' | 'what';

const SHIFTS: ExplainedFunction = {
  does: 'Lists shifts, one row each; percentages are as published by the service.',
  places: ['from', 'to'],
  like: 'SHIFT_FULFILMENT',
};
const GROUPS: ExplainedFunction = {
  does: 'Groups shifts: counts are added up, percentages are ratios of sums.',
  places: ['from', 'to', 'by'],
  like: 'SHIFT_FULFILMENT_AGGREGATED',
};

/** Every custom function by its name. */
export const FUNCTIONS: Readonly<Record<string, ExplainedFunction>> = {
  SHIFT_FULFILMENT: SHIFTS,
  SHIFT_FULFILLMENT: SHIFTS,
  SHIFT_FULFILMENT_AGGREGATED: GROUPS,
  SHIFT_FULFILLMENT_AGGREGATED: GROUPS,
  SHIFT_METRIC: { does: 'One figure for a period.', places: ['metric', 'from', 'to'], like: 'SHIFT_METRIC' },
  SHIFT_TREND: {
    does: 'One figure over time, a row per period.',
    places: ['metric', 'from', 'to', 'by'],
    like: 'SHIFT_TREND',
  },
  SHIFT_COMPARE: {
    does: 'Why a figure moved from one period to another.',
    places: ['by', 'fromA', 'toA', 'from', 'to'],
    like: 'SHIFT_COMPARE',
  },
  SHIFT_LIST: { does: 'A list for drop-downs.', places: ['what', 'from', 'to'], like: 'SHIFT_LIST' },
  SHIFT_STATUS: {
    does: 'How fresh and healthy the reports of this spreadsheet are.',
    places: ['what'],
    like: 'SHIFT_STATUS',
  },
  WORKER_TURNOVER: {
    does: 'Headcount and turnover, as the service sends them.',
    places: ['from', 'to'],
    like: 'WORKER_TURNOVER',
  },
};
