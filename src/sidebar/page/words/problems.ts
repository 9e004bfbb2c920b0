import { FIRST_DAY, LAST_DAY } from '../local-dates';

/** What to correct beyond what the contract's forms say. */
export const PROBLEMS = {
  dateMissing: 'Choose a date.',
  date: `Choose a date between ${FIRST_DAY} and ${LAST_DAY}.`,
  backwards: 'Choose a last day on or after the first day.',
  historyNeedsDays: 'Add SHIFT_DATE: history is kept by day. Or choose Replace.',
  several: (count: number) => `Correct the ${count} marked fields.`,
} as const;
