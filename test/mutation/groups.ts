/** Modules that are mutated together, and the tests that are to notice. */
export interface MutationGroup {
  readonly name: string;
  /** Files or patterns of `src/`. */
  readonly modules: readonly string[];
  /** Patterns of test files, relative to `test/unit/`. */
  readonly tests: readonly string[];
}

/** The cores whose tests must notice nearly every change. What a group's tests leave out, others may notice. */
export const MUTATION_GROUPS: readonly MutationGroup[] = [
  {
    name: 'token',
    modules: ['src/employer-api/access-token.ts'],
    tests: ['employer-api/access-token'],
  },
  {
    name: 'retries',
    modules: ['src/employer-api/{retry-after,attempt-pause,outcomes,report-calls}.ts'],
    tests: [
      'employer-api/{retry-after,outcomes,pauses,report-call,report-calls,report-calls-again,report-calls-edges}',
    ],
  },
  {
    name: 'validation',
    modules: [
      'src/employer-api/{shift-fulfilment,shift-records,report-echo,service-origin,connection}.ts',
      'src/calendar/calendar-date.ts',
    ],
    tests: [
      'employer-api/{connection,service-origin,stored-connection}',
      'employer-api/{shift-fulfilment-answer,shift-fulfilment-echo,shift-fulfilment-request}',
      'employer-api/{shift-records,shift-records-issues}',
      'calendar/{calendar-date,period-unit}',
    ],
  },
  {
    name: 'inference',
    modules: ['src/figures/{infer-agreement,infer-votes,basis,wilson,figure}.ts'],
    tests: ['figures/{infer-agreement,infer-votes,basis,basis-order,wilson,figure,group-figures,kept-basis}'],
  },
  {
    name: 'filters',
    modules: ['src/figures/{criteria,wildcards,row-filter}.ts'],
    tests: ['figures/{criteria,criteria-spelling,row-filter}'],
  },
  {
    name: 'periods',
    modules: ['src/calendar/{period-words,period-table,period-unit,period,day-offset}.ts'],
    tests: ['calendar/{calendar-date,day-offset,period,period-unit,period-words,period-words-spelling}'],
  },
  {
    name: 'options and dates',
    modules: [
      'src/answers/arguments/{date-end,dates,option-spellings,option-values,options,option-range,did-you-mean}.ts',
    ],
    tests: [
      'answers/arguments/{dates,dates-compare,dates-mistakes,did-you-mean,option-lists,option-mistakes,option-spellings,option-values}',
    ],
  },
  {
    name: 'writer',
    modules: [
      'src/reports/writing/{table-writer,table-heading,table-room,table-update}.ts',
      'src/reports/tables/sheet-table.ts',
    ],
    tests: [
      'reports/writing/{table-writer,table-writer-columns,table-writer-crash,table-writer-edges,staging,history-draft}',
      'reports/tables/sheet-table',
    ],
  },
];
