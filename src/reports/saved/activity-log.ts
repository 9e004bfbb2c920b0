import type { ActivityLine } from '../../contract/sidebar';
import { fitLine, utf8Length } from '../../employer-api/text';
import { LEASE_MILLIS, LOGGED_RUNS, PROPERTY_BYTES } from '../../limits';
import {
  type ActivityRecord,
  type DocumentState,
  type FinishedRecord,
  PROPERTY,
  packActivity,
  runningLease,
  type StartedRecord,
} from './document-state';
import type { ReportRun } from './saved-report';

/** The longest texts from people and the service, in characters, and the most reports named. */
const LONGEST_NAME = 100;

const LONGEST_SENTENCE = 400;

const MOST_NAMES = 6;

const LOST = 'Google ended this run early. The table is complete: either the old one or the new one.';

/** The start of the refresh of a report. `id` is the ID of the run, the same for all of its reports. */
export interface RefreshStart extends Pick<StartedRecord, 'id' | 'at' | 'by'> {
  /** The name of the report's sheet. */
  readonly sheet: string;
}

/** The end of the refresh of a report. */
export interface RefreshEnd extends RefreshStart {
  readonly outcome: ReportRun['outcome'] | 'undone';
  /** One sentence. */
  readonly sentence: string;
  readonly correlationId: string;
  /** The part of the sentence to show even if the run has several reports. */
  readonly news?: string;
}

/**
 * Adds the start of the refresh of a report to the log. Killed runs are closed as `lost`.
 *
 * @returns All records, to be written with `activityProperty` in a write that happens anyway.
 */
export function logStarted(state: DocumentState, start: RefreshStart): readonly ActivityRecord[] {
  const { id, at, by, sheet } = start;
  const lost = state.activity.flatMap((record) =>
    record.kind === 'started' && record.id !== id && isLost(state, record, at)
      ? [closeLost(state, record, at)]
      : [],
  );
  const closed = lost.reduce(addFinished, state.activity);
  const begun = closed.find((record) => record.kind === 'started' && record.id === id);
  if (begun === undefined) {
    return boundActivity([...closed, { kind: 'started', id, at, by, reports: [sheet], count: 1 }]);
  }
  const grown = { ...begun, reports: [...begun.reports, sheet], count: begun.count + 1 };
  return boundActivity(closed.map((record) => (record === begun ? grown : record)));
}

/**
 * Adds the end of the refresh of a report to the log.
 *
 * @returns All records, to be written with `activityProperty` in a write that happens anyway.
 */
export function logFinished(
  { activity }: Pick<DocumentState, 'activity'>,
  end: RefreshEnd,
): readonly ActivityRecord[] {
  const { sheet, outcome, ...rest } = end;
  const failed = outcome === 'refreshed' || outcome === 'undone' ? 0 : 1;
  return boundActivity(
    addFinished(activity, {
      kind: 'finished',
      ...rest,
      outcome,
      reports: [sheet],
      count: 1,
      failed,
      of: sheet,
    }),
  );
}

/** The document property with these records. */
export function activityProperty(records: readonly ActivityRecord[]): Record<string, string> {
  return { [PROPERTY.activity]: packActivity(records) };
}

/**
 * The end of a run, as known at `now`.
 *
 * @returns `undefined` while it may still be running, even if some of its reports are finished.
 */
function endOf(state: DocumentState, started: StartedRecord, now: number): FinishedRecord | undefined {
  const finished = finishOf(state.activity, started.id);
  if (finished !== undefined && finished.count >= started.count) return finished;
  if (!isLost(state, started, now)) return undefined;
  const lost = closeLost(state, started, now);
  return finished === undefined ? lost : merge(finished, lost);
}

/** True if a run can no longer finish: another run began after it, its lease is gone, or its time is over. */
function isLost(state: DocumentState, started: StartedRecord, now: number): boolean {
  if ((finishOf(state.activity, started.id)?.count ?? 0) >= started.count) return false;
  const starts = state.activity.filter((record) => record.kind === 'started');
  const isNewest = starts[starts.length - 1]?.id === started.id;
  return !isNewest || runningLease(state, now) === undefined || now >= started.at + LEASE_MILLIS;
}

function closeLost(
  { activity }: Pick<DocumentState, 'activity'>,
  started: StartedRecord,
  at: number,
): FinishedRecord {
  const finished = finishOf(activity, started.id);
  const reports = started.reports.filter((name) => finished?.reports.includes(name) !== true);
  const count = started.count - (finished?.count ?? 0);
  const { id, by } = started;
  const what = { outcome: 'lost', sentence: LOST, of: reports[0] ?? '', correlationId: '' } as const;
  return { kind: 'finished', id, at, by, reports, count, failed: count, ...what };
}

function finishOf(records: readonly ActivityRecord[], id: string): FinishedRecord | undefined {
  return records.find((record): record is FinishedRecord => record.kind === 'finished' && record.id === id);
}

function addFinished(records: readonly ActivityRecord[], more: FinishedRecord): readonly ActivityRecord[] {
  const finished = finishOf(records, more.id);
  if (finished === undefined) return [...records, more];
  return records.map((record) => (record === finished ? merge(finished, more) : record));
}

/** The severity of outcomes. */
const WEIGHTS = { refreshed: 0, undone: 0, unfinished: 1, held: 2, failed: 3, lost: 4 };

/**
 * Merges the ends of several reports. The sentence is that of the first report with the worst outcome, or of the newest
 * if all were refreshed. A failure, which says what to do, keeps its sentence even if the run is lost later.
 */
function merge(before: FinishedRecord, more: FinishedRecord): FinishedRecord {
  const isWorse = WEIGHTS[more.outcome] > WEIGHTS[before.outcome];
  const { sentence, of, correlationId } =
    before.failed > 0 && (!isWorse || before.outcome === 'failed') ? before : more;
  const news = [before.news, more.news].filter(Boolean).join(' ');
  return {
    ...more,
    reports: [...before.reports, ...more.reports],
    count: before.count + more.count,
    failed: before.failed + more.failed,
    outcome: isWorse ? more.outcome : before.outcome,
    sentence,
    of,
    correlationId,
    ...(news === '' ? {} : { news }),
  };
}

/**
 * The runs, newest first. A run that was killed says so, whether or not another has begun since.
 *
 * @param time A moment as the spreadsheet's clock shows it: `2026-11-21 14:05`.
 */
export function describeActivity(
  state: DocumentState,
  now: number,
  time: (millis: number) => string,
): readonly ActivityLine[] {
  const lines = state.activity.flatMap((record): ActivityLine[] => {
    if (record.kind === 'started') return [describeRun(record, endOf(state, record, now), time)];
    // The record of its start was too old to keep.
    const isAlone = !state.activity.some(({ kind, id }) => kind === 'started' && id === record.id);
    return isAlone ? [describeRun(record, record, time)] : [];
  });
  return lines.reverse();
}

function describeRun(
  { id, at, by, reports, count }: StartedRecord | FinishedRecord,
  end: FinishedRecord | undefined,
  time: (millis: number) => string,
): ActivityLine {
  const begun = { id, at: time(at), by };
  if (end === undefined) {
    const sentence = `Running since ${time(at).slice(-5)}.`;
    return { ...begun, outcome: 'running', reports, sentence, correlationId: '' };
  }
  const { outcome, correlationId } = end;
  return { ...begun, outcome, reports, sentence: describeEnd(end, count), correlationId };
}

function describeEnd({ failed, sentence, of, news }: FinishedRecord, count: number): string {
  if (count === 1) return sentence;
  const heard = news === undefined ? '' : ` ${news}`;
  if (failed === 0) return `${count} reports refreshed.${heard}`;
  return `${count - failed} of ${count} reports refreshed. “${of}”: ${sentence}${heard}`;
}

/** The newest records that fit, at least one; long texts are shortened. */
function boundActivity(records: readonly ActivityRecord[]): readonly ActivityRecord[] {
  const kept: ActivityRecord[] = [];
  let bytes = utf8Length(packActivity([]));
  for (const record of records.slice(-LOGGED_RUNS).reverse()) {
    const short = shortened(record);
    bytes += utf8Length(JSON.stringify(short)) + 1;
    if (bytes > PROPERTY_BYTES && kept.length > 0) break;
    kept.unshift(short);
  }
  return kept;
}

function shortened(record: ActivityRecord): ActivityRecord {
  const reports = record.reports.slice(0, MOST_NAMES).map((name) => fitLine(name, LONGEST_NAME));
  if (record.kind === 'started') return { ...record, reports };
  const sentence = fitLine(record.sentence, LONGEST_SENTENCE);
  const correlationId = fitLine(record.correlationId, LONGEST_NAME);
  const news = record.news === undefined ? {} : { news: fitLine(record.news, LONGEST_SENTENCE) };
  return { ...record, reports, sentence, of: fitLine(record.of, LONGEST_NAME), correlationId, ...news };
}
