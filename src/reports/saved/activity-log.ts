import { fitLine, utf8Length } from '../../employer-api/text';
import { LOGGED_RUNS, PROPERTY_BYTES } from '../../limits';
import { type ActivityRecord, type DocumentState, PROPERTY, runningLease } from './document-state';

type Logged = Pick<DocumentState, 'activity' | 'lease'>;

/** The longest names and sentences, in characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [100, 400];

const LOST = {
  outcome: 'lost',
  sentence: 'Google ended this run early. The table is complete: either the old one or the new one.',
  correlationId: '',
} as const;

/** The log, oldest record first, with what the run of the lease came to; without, a refresh that left its lease was killed. */
export function withEnded(
  { activity, lease }: Logged,
  ended?: Omit<ActivityRecord, 'at' | 'by'>,
): readonly ActivityRecord[] {
  if (lease === undefined || (ended === undefined && lease.sheet === '')) return activity;
  return [...activity, { at: lease.since, by: lease.by, ...(ended ?? { sheet: lease.sheet, ...LOST }) }];
}

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
 * The refreshes, newest first: the one that runs, and one that was killed, which left its lease.
 *
 * @param time A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`.
 */
export function describeActivity(
  state: Logged,
  now: number,
  time: (millis: number) => string,
): readonly ActivityLine[] {
  const running = runningLease(state, now)?.sheet;
  const lines = withEnded(state).map((record) => ({ ...record, at: time(record.at) }));
  const newest = lines.pop();
  if (newest === undefined) return [];
  const ongoing = { outcome: 'running', sentence: `Running since ${newest.at.slice(-5)}.` } as const;
  return [running ? { ...newest, ...ongoing } : newest, ...lines.reverse()];
}
