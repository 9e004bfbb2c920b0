/** Modules that are mutated together, and the tests that are to notice. */
export interface MutationGroup {
  readonly name: string;
  /** Files or patterns of `src/`. */
  readonly modules: readonly string[];
  /** Test files, relative to `test/unit/`: the first that fails ends the trial of a change, so the slow ones come last. */
  readonly tests: readonly string[];
}

/** The cores whose tests must notice nearly every change. What a group's tests leave out, others may notice. */
export const MUTATION_GROUPS: readonly MutationGroup[] = [
  {
    name: 'token',
    modules: ['src/employer-api/{access-token,token-outcomes}.ts'],
    tests: ['employer-api/access-token', 'employer-api/token-outcomes'],
  },
  {
    name: 'retries',
    modules: ['src/employer-api/{retry-after,attempt-pause,outcomes,report-calls}.ts'],
    tests: [
      'employer-api/retry-after',
      'employer-api/outcomes',
      'employer-api/pauses',
      'employer-api/attempt-pause',
      'employer-api/report-calls',
      'employer-api/report-calls-one',
      'employer-api/report-calls-again',
      'employer-api/report-calls-edges',
    ],
  },
  {
    name: 'validation',
    modules: [
      'src/employer-api/{shift-fulfilment,shift-records,report-echo,service-origin,connection}.ts',
      'src/calendar/calendar-date.ts',
    ],
    tests: [
      'employer-api/connection',
      'employer-api/service-origin',
      'employer-api/stored-connection',
      'employer-api/shift-fulfilment-answer',
      'employer-api/shift-fulfilment-echo',
      'employer-api/shift-fulfilment-request',
      'employer-api/shift-records',
      'employer-api/shift-records-issues',
      'calendar/calendar-date',
      'calendar/period-unit',
    ],
  },
  {
    name: 'inference',
    modules: ['src/figures/{infer-agreement,infer-votes,basis,wilson,figure}.ts'],
    tests: [
      'figures/infer-agreement',
      'figures/infer-votes',
      'figures/basis',
      'figures/basis-order',
      'figures/wilson',
      'figures/figure',
      'figures/days-to-come',
      'figures/group-figures',
      'figures/kept-basis',
    ],
  },
  {
    name: 'filters',
    modules: ['src/figures/{criteria,wildcards,row-filter}.ts'],
    tests: [
      'figures/criteria-spelling',
      'figures/row-filter',
      'figures/criteria',
      'answers/arguments/option-numbers',
    ],
  },
  {
    name: 'periods',
    modules: ['src/calendar/{period-words,word-spelling,period-table,period-unit,period,day-offset}.ts'],
    tests: [
      'calendar/calendar-date',
      'calendar/day-offset',
      'calendar/period',
      'calendar/period-unit',
      'calendar/period-words',
      'calendar/period-words-spelling',
    ],
  },
  {
    name: 'options and dates',
    modules: [
      'src/answers/arguments/{date-end,dates,option-spellings,option-values,options,option-range,did-you-mean}.ts',
    ],
    tests: [
      'answers/arguments/dates',
      'answers/arguments/dates-compare',
      'answers/arguments/dates-mistakes',
      'answers/arguments/did-you-mean',
      'answers/arguments/option-lists',
      'answers/arguments/option-mistakes',
      'answers/arguments/option-range',
      'answers/arguments/option-spellings',
      'answers/arguments/option-values',
    ],
  },
  {
    name: 'writer',
    modules: [
      'src/reports/writing/{table-writer,table-heading,table-room,table-update,unmerged-cells}.ts',
      'src/reports/tables/sheet-table.ts',
    ],
    tests: [
      'reports/writing/table-writer-edges',
      'reports/writing/table-writer',
      'reports/writing/table-writer-columns',
      'reports/writing/table-update',
      'reports/writing/staging',
      'reports/writing/unmerged-cells',
      'reports/writing/history-draft',
      'reports/tables/sheet-table',
      'reports/writing/table-writer-crash',
      'reports/writing/table-foot',
      'reports/writing/refused-write',
      'reports/writing/shown-rows',
    ],
  },
];
