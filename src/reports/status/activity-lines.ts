import type { ActivityLine } from '../../contract/sidebar';
import type { FinishedRecord, StartedRecord } from '../saved/activity';
import { endOf } from '../saved/activity-log';
import type { DocumentState } from '../saved/document-state';

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
