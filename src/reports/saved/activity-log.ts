import type { ActivityLine } from '../../contract/sidebar';
import { fitLine, utf8Length } from '../../employer-api/text';
import { LEASE_MILLIS, LOGGED_RUNS, PROPERTY_BYTES } from '../../limits';
import {
  type ActivityRecord,
  type DocumentState,
  PROPERTY,
  packActivity,
  runningLease,
} from './document-state';

/** The longest names and sentences, in characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [100, 400];

const LOST = {
  outcome: 'lost',
  sentence: 'Google ended this run early. The table is complete: either the old one or the new one.',
} as const;

/** The start of the refresh of a report. `id` is the ID of the run, the same for all of its reports. */
export interface RefreshStart extends Pick<ActivityRecord, 'id' | 'at' | 'by'> {
  /** The name of the report's sheet. */
  readonly sheet: string;
}

/** The end of the refresh of a report, in one sentence or a few. */
export interface RefreshEnd
  extends RefreshStart,
    Pick<ActivityRecord, 'outcome' | 'sentence' | 'correlationId'> {}

/**
 * Adds the start of a refresh to the log. Only one refresh runs at a time, so one that still runs was ended by Google.
 *
 * @returns All records, to be written with `activityProperty` in a write that happens anyway.
 */
export function logStarted(
  { activity }: Pick<DocumentState, 'activity'>,
  start: RefreshStart,
): readonly ActivityRecord[] {
  const ended = activity.map((record) => (record.outcome === 'running' ? { ...record, ...LOST } : record));
  return boundActivity([...ended, { ...start, outcome: 'running', sentence: '', correlationId: '' }]);
}

/** Ends the refresh in the log, or adds one that never began there. @returns As `logStarted`. */
export function logFinished(
  { activity }: Pick<DocumentState, 'activity'>,
  end: RefreshEnd,
): readonly ActivityRecord[] {
  const begun = activity.find(({ id, outcome }) => outcome === 'running' && id === end.id);
  return boundActivity([
    ...activity.filter((record) => record !== begun),
    { ...end, at: begun?.at ?? end.at },
  ]);
}

/** The document property with these records. */
export function activityProperty(records: readonly ActivityRecord[]): Record<string, string> {
  return { [PROPERTY.activity]: packActivity(records) };
}

/**
 * The refreshes, newest first. One that was killed says so, whether or not another has begun since.
 *
 * @param time A moment as the spreadsheet's clock shows it: `2026-11-21 14:05`.
 */
export function describeActivity(
  state: DocumentState,
  now: number,
  time: (millis: number) => string,
): readonly ActivityLine[] {
  return [...state.activity].reverse().map((record) => {
    const { id, at, by, sheet, outcome, sentence, correlationId } = record;
    const line = { id, at: time(at), by, outcome, reports: [sheet], sentence, correlationId };
    if (outcome !== 'running') return line;
    const runs = runningLease(state, now) !== undefined && now < at + LEASE_MILLIS;
    return runs ? { ...line, sentence: `Running since ${time(at).slice(-5)}.` } : { ...line, ...LOST };
  });
}

/** The newest records that fit, at least one; long texts are shortened. */
function boundActivity(records: readonly ActivityRecord[]): readonly ActivityRecord[] {
  const short = records.slice(-LOGGED_RUNS).map((record) => ({
    ...record,
    sheet: fitLine(record.sheet, LONGEST_NAME),
    sentence: fitLine(record.sentence, LONGEST_SENTENCE),
    correlationId: fitLine(record.correlationId, LONGEST_NAME),
  }));
  while (short.length > 1 && utf8Length(packActivity(short)) > PROPERTY_BYTES) short.shift();
  return short;
}
