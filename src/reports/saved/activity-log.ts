import * as v from 'valibot';
import { RUN_OUTCOMES } from '../../contract/reports';
import { type ActivityLine, RUN_ORIGINS } from '../../contract/sidebar';
import { fitLine, parseStored, utf8Length } from '../../employer-api/text';
import { LEASE_MILLIS, LOGGED_RUNS, PROPERTY_BYTES } from '../../limits';
import type { ReportRun } from './saved-report';

const ACTIVITY = v.object({
  /** The run that it belongs to: a run may refresh several reports. */
  id: v.string(),
  /** When it began. Milliseconds since 1970. */
  at: v.number(),
  by: v.picklist(RUN_ORIGINS),
  /** The name of the report's sheet. */
  sheet: v.string(),
  /**
   * `running`: it has begun and not ended yet; `lost`: it was killed; `held`: the table needs confirmation; `unfinished`:
   * some days are still to fetch; `undone`: someone undid the last change of the table.
   */
  outcome: v.picklist(['running', ...RUN_OUTCOMES, 'lost', 'undone']),
  sentence: v.string(),
  correlationId: v.string(),
});

/** The refresh of a report. */
export type ActivityRecord = v.InferOutput<typeof ACTIVITY>;

/** The start of the refresh of a report. */
export type RefreshStart = Pick<ActivityRecord, 'id' | 'at' | 'by' | 'sheet'>;

/** The records of the newest runs, oldest first. */
interface Logged {
  readonly activity: readonly ActivityRecord[];
}

/** The longest names and sentences, in characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [100, 400];

const LOST = {
  outcome: 'lost',
  sentence: 'Google ended this run early. The table is complete: either the old one or the new one.',
} as const;

/** Reads a stored log, oldest record first; empty if it cannot be read. */
export function parseActivity(text: string | undefined): readonly ActivityRecord[] {
  return parseStored(v.array(ACTIVITY), text) ?? [];
}

/**
 * Adds the start of a refresh to the log. Only one refresh runs at a time, so one that still runs was ended by Google.
 *
 * @returns All records, to be written with `activityProperty` in a write that happens anyway.
 */
export function logStarted({ activity }: Logged, start: RefreshStart): readonly ActivityRecord[] {
  const ended = activity.map((record) => (record.outcome === 'running' ? { ...record, ...LOST } : record));
  return [...ended, { ...start, outcome: 'running', sentence: '', correlationId: '' }];
}

/**
 * Ends the refresh in the log, or adds one that never began there.
 *
 * @param run How it ended.
 * @returns As `logStarted`.
 */
export function logFinished(
  { activity }: Logged,
  start: RefreshStart,
  run: Pick<ActivityRecord, 'outcome' | 'correlationId'> & Pick<ReportRun, 'finishedAt' | 'message'>,
): readonly ActivityRecord[] {
  const begun = activity.find(({ id, outcome }) => outcome === 'running' && id === start.id);
  const { outcome, correlationId, message: sentence, finishedAt } = run;
  const end = { ...start, outcome, sentence, correlationId, at: begun?.at ?? finishedAt };
  return [...activity.filter((record) => record !== begun), end];
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
  return { activity: JSON.stringify(short) };
}

/**
 * The refreshes, newest first. One that was killed says so, whether or not another has begun since.
 *
 * @param time A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`.
 */
export function describeActivity(
  { activity, lease }: Logged & { readonly lease: object | undefined },
  now: number,
  time: (millis: number) => string,
): readonly ActivityLine[] {
  return [...activity].reverse().map((record) => {
    const { id, at, by, sheet, outcome, sentence, correlationId } = record;
    const line = { id, at: time(at), by, outcome, reports: [sheet], sentence, correlationId };
    if (outcome !== 'running') return line;
    const runs = lease !== undefined && now < at + LEASE_MILLIS;
    return runs ? { ...line, sentence: `Running since ${time(at).slice(-5)}.` } : { ...line, ...LOST };
  });
}
