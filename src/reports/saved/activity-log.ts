import { fitLine, utf8Length } from '../../employer-api/text';
import { LOGGED_RUNS, PROPERTY_BYTES } from '../../limits';
import { type ActivityRecord, type DocumentState, PROPERTY, runningLease } from './document-state';

/** The longest names and sentences, in characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [100, 400];

/** What is noted of a run when it begins: it stays if Google kills the run. */
export const LOST = {
  outcome: 'lost',
  sentence: 'Google ended this run early. The table is complete: either the old one or the new one.',
  correlationId: '',
} as const;

/** The document property with the newest records that fit, at least one; long texts are shortened. */
export function activityProperty(records: readonly ActivityRecord[]): Record<string, string> {
  const short = records.slice(-LOGGED_RUNS).map((record) => ({
    ...record,
    sheet: fitLine(record.sheet, LONGEST_NAME),
    sentence: fitLine(record.sentence, LONGEST_SENTENCE),
    correlationId: fitLine(record.correlationId, LONGEST_NAME),
  }));
  while (short.length > 1 && utf8Length(JSON.stringify(short)) > PROPERTY_BYTES) short.shift();
  return { [PROPERTY.activity]: JSON.stringify(short) };
}

/** A refresh as people see it: when it began is text, `21 Nov 2026, 14:05`. */
export interface ActivityLine extends Omit<ActivityRecord, 'at' | 'outcome'> {
  readonly at: string;
  readonly outcome: ActivityRecord['outcome'] | 'running';
}

/**
 * The runs, newest first, the one that runs among them.
 *
 * @param time A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`.
 */
export function describeActivity(
  state: Pick<DocumentState, 'activity' | 'lease'>,
  now: number,
  time: (millis: number) => string,
): readonly ActivityLine[] {
  const lines = state.activity.map((record) => ({ ...record, at: time(record.at) })).reverse();
  const [newest, ...older] = lines;
  if (newest === undefined || runningLease(state, now) === undefined) return lines;
  return [{ ...newest, outcome: 'running', sentence: `Running since ${newest.at.slice(-5)}.` }, ...older];
}
