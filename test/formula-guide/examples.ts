/** A formula that the guide shows, with the answer that the add-on gives it. */
export interface GuideExample {
  /** What it answers. */
  readonly question: string;
  readonly formula: string;
}

/** The examples of each function, in the order of the guide. All work as they stand. */
export const EXAMPLES: Readonly<Record<string, readonly GuideExample[]>> = {
  SHIFT_FULFILMENT: [
    {
      question: 'Every shift of last week',
      formula:
        '=SHIFT_FULFILMENT("last week", "columns", "SHIFT_DATE, VENUE_NAME, SHIFTS_POSTED, SHIFTS_WORKED", "limit", 2)',
    },
    {
      question: 'The shifts with the most no-shows',
      formula:
        '=SHIFT_FULFILMENT("last week", "NO_SHOWS", ">=2", "sort", "NO_SHOWS desc", "columns", "SHIFT_DATE as Day, VENUE_NAME as Venue, NO_SHOWS as No-shows", "limit", 2)',
    },
  ],
  SHIFT_FULFILMENT_AGGREGATED: [
    {
      question: 'Did we get the people we asked for, by venue, and how sure is it?',
      formula:
        '=SHIFT_FULFILMENT_AGGREGATED("last 13 weeks", , "venue", "measures", "true fulfilment %", "evidence", TRUE, "limit", 2)',
    },
    {
      question: 'Week by week, with everything below in one line',
      formula:
        '=SHIFT_FULFILMENT_AGGREGATED("last 2 weeks", "yesterday", "week", "measures", "posted, worked, worked %", "totals", TRUE)',
    },
  ],
  SHIFT_METRIC: [
    { question: 'One figure', formula: '=SHIFT_METRIC("true fulfilment %", "last week")' },
    {
      question: 'How many people were missing on weekends',
      formula: '=SHIFT_METRIC("missing people", "last 4 weeks", "weekday", "Sat, Sun")',
    },
    {
      question: 'The same figure with its evidence: value, n, low, high, basis, likeness',
      formula: '=SHIFT_METRIC("true fulfilment %", "last 4 weeks", "evidence", TRUE)',
    },
  ],
  SHIFT_TREND: [
    { question: 'Is it getting better?', formula: '=SHIFT_TREND("true fulfilment %", "last 3 weeks")' },
    {
      question: 'The same for the two largest venues, and all others together',
      formula: '=SHIFT_TREND("worked", "last 2 weeks", , "week, venue", "limit", 2)',
    },
  ],
  SHIFT_COMPARE: [
    {
      question: 'Why did it move? The parts add up to the change of the total',
      formula: '=SHIFT_COMPARE("area", , , "last week", "limit", 2, "totals", TRUE)',
    },
    {
      question: 'The same in one sentence, which says whether it is more than usual',
      formula: '=SHIFT_COMPARE("venue", , , "last week", "words", TRUE)',
    },
  ],
  SHIFT_LIST: [{ question: 'Names for a drop-down', formula: '=SHIFT_LIST("areas", "last month")' }],
  SHIFT_STATUS: [
    { question: 'All in one sentence', formula: '=SHIFT_STATUS(SHIFT_STAMP)' },
    { question: 'One word, for a conditional format', formula: '=SHIFT_STATUS("state", SHIFT_STAMP)' },
    { question: 'How a percentage is calculated', formula: '=SHIFT_STATUS("basis worked %", SHIFT_STAMP)' },
  ],
  WORKER_TURNOVER: [{ question: 'Works once its path is known', formula: '=WORKER_TURNOVER("last month")' }],
};

/** Mistakes and what the cell says. None of them makes a request. */
export const MISTAKES: readonly string[] = [
  '=SHIFT_FULFILMENT("31/12/2024")',
  '=SHIFT_FULFILMENT("lst week")',
  '=SHIFT_FULFILMENT(0)',
  '=SHIFT_FULFILMENT("2025-07-31", "2025-07-01")',
  '=SHIFT_FULFILMENT_AGGREGATED("last week", , , "grop by", "venue")',
  '=SHIFT_METRIC("worked %", "last week", "venue=*Grand*")',
  '=SHIFT_METRIC("fill rate", "last week")',
  '=SHIFT_FULFILMENT("2024-01-01", "2026-01-31")',
];
