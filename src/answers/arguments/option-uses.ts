import type { OptionName } from './option-names';

const FILTERS = ['venue', 'area', 'role', 'weekday', 'fields'] as const;
const READING = ['if failed', 'week starts'] as const;

/** The options that each function uses; any other is refused. `refresh` may be given to every one. */
export const OPTION_USES = {
  SHIFT_FULFILMENT: [
    ...(['columns', ...FILTERS, 'sort', 'limit', 'headers', 'percent', 'empty', 'dates'] as const),
    ...(['as of', ...READING] as const),
  ],
  SHIFT_FULFILMENT_AGGREGATED: [
    ...(['group by', 'measures', 'columns', ...FILTERS, 'sort', 'limit', 'headers', 'totals'] as const),
    ...(['notes', 'percent', 'empty', 'dates', 'incomplete', 'basis', 'evidence', 'as of'] as const),
    ...READING,
  ],
  SHIFT_METRIC: [...FILTERS, 'percent', 'empty', 'basis', 'evidence', 'as of', ...READING],
  SHIFT_TREND: [
    ...(['group by', ...FILTERS, 'limit', 'headers', 'percent', 'empty', 'dates', 'incomplete'] as const),
    ...(['basis', 'evidence', 'as of', ...READING] as const),
  ],
  SHIFT_COMPARE: [
    ...(['group by', 'measures', 'columns', ...FILTERS, 'sort', 'limit', 'headers', 'totals'] as const),
    ...(['notes', 'percent', 'empty', 'basis', 'evidence', 'words', 'as of', ...READING] as const),
  ],
  SHIFT_LIST: [],
  SHIFT_STATUS: [],
  // Its fields are the service's own, which are unknown before it is read.
  WORKER_TURNOVER: ['columns', 'sort', 'limit', 'headers', 'empty', 'dates', 'as of', ...READING],
} as const satisfies Record<string, readonly OptionName[]>;

/** A function that takes options. */
export type FunctionName = keyof typeof OPTION_USES;
