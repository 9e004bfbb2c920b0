import { type DateRange, dayCount, describeRange } from '../calendar/calendar-date';
import { shownCount } from '../employer-api/text';
import type { OtherLine } from '../reports/status/status-sheet';
import type { Failure } from './failures';
import { STUCK_MILLIS } from './limits';
import type { Load } from './owed-days';
import type { RecordLines } from './record-lines';

/** The name of the line on the status sheet. */
export const LINE_NAME = 'Warehouse';

/** What happened in one run, for the line on the status sheet and for people. */
export class TransferNotes {
  private readonly failures: string[] = [];
  private readonly loads: Load[] = [];
  private readonly ranges: DateRange[] = [];
  private rows = 0;
  private undated = 0;

  sent(range: DateRange, rows: number): void {
    this.ranges.push(range);
    this.rows += rows;
  }

  running(load: Load): void {
    this.loads.push(load);
  }

  /** @param failure Of BigQuery, or of the service that was asked again. */
  failed({ sentence }: Pick<Failure, 'sentence'>): void {
    this.failures.push(sentence);
  }

  /** Counts what cannot be sent. */
  leftOut({ undated }: Pick<RecordLines, 'undated'>): void {
    this.undated += undated;
  }

  /** Whether there is anything to say. */
  get isEmpty(): boolean {
    return this.failures.length + this.loads.length + this.ranges.length === 0;
  }

  /** Whether shifts reached their table. */
  get hasSent(): boolean {
    return this.ranges.length > 0;
  }

  get hasFailed(): boolean {
    return this.failures.length > 0;
  }

  get isRunning(): boolean {
    return this.loads.length > 0;
  }

  /**
   * The line on the status sheet.
   *
   * @param now Milliseconds since 1970.
   * @param owedDays How many days are still to be sent, without those of history.
   * @param time A moment as the spreadsheet's clock shows it: `2026-11-21 14:05`.
   */
  line(now: number, owedDays: number, time: (millis: number) => string): OtherLine {
    const state = this.hasFailed ? 'FAILED' : this.isRunning ? 'UNFINISHED' : 'OK';
    return { name: LINE_NAME, state, at: now, message: this.message(now, owedDays, time) };
  }

  /** As `line`, the words alone. */
  message(now: number, owedDays: number, time: (millis: number) => string): string {
    const [failure] = this.failures;
    const [load] = this.loads;
    return [
      failure && withStop(failure),
      this.ranges.length > 0 && `Sent ${shownCount(this.rows, 'shift')} of ${describeRanges(this.ranges)}.`,
      load && this.describeLoad(load, now, time),
      owedDays > 0 &&
        `${shownCount(owedDays, 'day')} still to be sent: the next run that refreshes a report sends them.`,
      this.undated > 0 && `${shownCount(this.undated, 'shift')} without SHIFT_DATE not sent.`,
    ]
      .filter(Boolean)
      .join(' ');
  }

  private describeLoad(load: Load, now: number, time: (millis: number) => string): string {
    const isStuck = now - load.since > STUCK_MILLIS;
    const advice = isStuck
      ? `Look at the job history of BigQuery: it has been loading ${describeRange(load)} since ${time(load.since)}.`
      : `BigQuery is still loading ${describeRange(load)}.`;
    return `${advice} The next run continues.`;
  }
}

/** How many days some ranges have together, days in several of them counted once. */
export function countDays(ranges: readonly DateRange[]): number {
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from)) {
    const first = Math.max(from, last + 1);
    if (first <= to) count += dayCount({ from: first, to });
    last = Math.max(last, to);
  }
  return count;
}

function describeRanges(ranges: readonly DateRange[]): string {
  const from = Math.min(...ranges.map((range) => range.from));
  const to = Math.max(...ranges.map((range) => range.to));
  return describeRange({ from, to });
}

function withStop(sentence: string): string {
  return /[.!?)]$/.test(sentence) ? sentence : `${sentence}.`;
}
