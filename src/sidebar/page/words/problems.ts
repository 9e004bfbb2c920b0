import { LONGEST_CLIENT_ID, LONGEST_CLIENT_SECRET } from '../../../contract/connection';
import { LONGEST_CRITERIA, LONGEST_SHEET_NAME } from '../../../contract/reports';
import { FIRST_DAY, LAST_DAY } from '../local-dates';

/** What to correct, as shown beside a field. */
export const PROBLEMS = {
  region: 'Choose a region.',
  clientIdMissing: 'Enter the client ID.',
  clientId: `Enter the client ID with at most ${LONGEST_CLIENT_ID} letters, digits and signs, without accents.`,
  clientSecretMissing: 'Enter the client secret.',
  clientSecret: `Enter the client secret with at most ${LONGEST_CLIENT_SECRET} characters, none of them a control character.`,
  employer: 'Write me, or the numeric employer ID, such as 4821.',
  audience: 'Choose who can use this connection.',
  report: 'Choose a report.',
  period: 'Choose a period.',
  dateMissing: 'Choose a date.',
  date: `Choose a date between ${FIRST_DAY} and ${LAST_DAY}.`,
  backwards: 'Choose a last day that is not before the first day.',
  tooLong: `Write at most ${LONGEST_CRITERIA} characters.`,
  controlCharacter: 'Write this without line breaks, tabs or other characters that can\u2019t be seen.',
  groupBy: (word: string) =>
    `Choose among day, week, month, quarter, year, weekday, venue, area and role: \u201c${word}\u201d is none of them.`,
  groupByTooMany: 'Group by at most three.',
  groupByTwice: (word: string) => `Name \u201c${word}\u201d only once.`,
  historyNeedsDays: 'Add SHIFT_DATE: history is kept by day. Or choose Replace.',
  sheetMissing: 'Name the sheet to fill.',
  sheetLength: `Name the sheet with at most ${LONGEST_SHEET_NAME} characters.`,
  sheetCharacters: 'Name the sheet without : \\ / ? * [ or ].',
  mode: 'Choose what happens when refreshed.',
  every: 'Choose how often.',
  hour: 'Choose a full hour from 00:00 to 23:00.',
  weekday: 'Choose a day of the week.',
  email: 'Write one whole e-mail address, or leave this blank.',
  measure: 'Choose a measure.',
  scope: 'Choose what to look at.',
  target: 'Write a number from 0 to 100.',
  strictness: 'Choose when to speak up.',
  several: (count: number) => `Correct the ${count} marked fields.`,
} as const;
