import { type DateRange, dayCount, formatIsoDate } from '../calendar/calendar-date';
import type { Clock } from '../employer-api/ports';
import type { Digest } from '../reports/ports';
import type { BigQuery } from './big-query';
import { type Failure, failure } from './failures';
import { GIVEN_UP_MILLIS, ROWS_A_LOAD } from './limits';
import type { Load } from './owed-days';
import type { WarehousePlace } from './place';
import type { GzipText } from './ports';
import { type LineFrame, ndjson, type RecordLines } from './record-lines';
import { replaceDays } from './statements';
import { stageName, stageResource } from './tables';

/** What sending days needs. */
export interface SenderServices {
  readonly bigQuery: BigQuery;
  readonly place: WarehousePlace;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly gzip: GzipText;
}

/** What became of a transfer. */
export type Transfer =
  | { readonly kind: 'sent'; readonly rows: number }
  /** The next run goes on with it. */
  | { readonly kind: 'running'; readonly load: Load }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Days of one load, and their records. */
export interface DaysPart {
  readonly range: DateRange;
  readonly lines: RecordLines['lines'];
}

/** Sends days to the warehouse: one load job into a stage table, and one script that replaces these days by its rows. */
export class DaysSender {
  constructor(private readonly services: SenderServices) {}

  /**
   * Sends some days. Equal rows make the same job, so a repeat goes on with it. Four service calls, and one more for each
   * further look at a job; three for days without records.
   *
   * @param misses How many tries have failed: each try is another job.
   * @param until When to leave it to the next run. Milliseconds since 1970.
   */
  send({ range, lines }: DaysPart, frame: LineFrame, misses: number, until: number): Transfer {
    const { bigQuery, place, clock, digest, gzip } = this.services;
    const text = ndjson(lines, frame);
    const named = [frame.connection, range.from, range.to, frame.refreshedAt, place.dataset, misses];
    const hash = digest(JSON.stringify(named) + text).slice(0, 32);
    const load: Load = {
      job: `shift_reports_${hash}`,
      stage: stageName(hash),
      connection: frame.connection,
      ...range,
      at: Date.parse(frame.refreshedAt),
      since: clock.now(),
      rows: lines.length,
    };
    if (lines.length === 0) {
      const [made] = bigQuery.change([stageResource(place, load.stage, clock.now())], []);
      if (made?.kind === 'failed' && made.failure.kind !== 'duplicate') return made;
      return this.merge(load, until);
    }
    const begun = bigQuery.load(load.stage, load.job, gzip(text));
    if (begun.kind === 'failed') return begun;
    const loaded = bigQuery.waitFor(load.job, 'job', until);
    if (loaded.kind === 'failed') return loaded;
    return loaded.kind === 'running' ? { kind: 'running', load } : this.merge(load, until);
  }

  /**
   * Goes on with a load of an earlier run. One service call if it still runs, two or more if not.
   *
   * @param isPatient Whether to look again after pauses, as for a load of this run.
   */
  goOn(load: Load, until: number, isPatient: boolean): Transfer {
    const { bigQuery, clock } = this.services;
    const [job, subject] =
      load.script === undefined ? [load.job, 'job' as const] : [load.script, 'rows' as const];
    const looked = isPatient ? bigQuery.waitFor(job, subject, until) : bigQuery.look(job, subject);
    if (looked.kind === 'running') {
      const isGivenUp = clock.now() - load.since > GIVEN_UP_MILLIS;
      return isGivenUp ? { kind: 'failed', failure: failure('backend', 'job') } : { kind: 'running', load };
    }
    if (looked.kind === 'failed') return looked;
    return load.script === undefined ? this.merge(load, until) : { kind: 'sent', rows: load.rows };
  }

  private merge(load: Load, until: number): Transfer {
    const { bigQuery, place } = this.services;
    const days = {
      connection: load.connection,
      from: formatIsoDate(load.from),
      to: formatIsoDate(load.to),
      refreshedAt: new Date(load.at).toISOString(),
    };
    const ran = bigQuery.run(replaceDays(place, load.stage, days), requestIdOf(load), until);
    if (ran.kind === 'failed') return ran;
    return ran.kind === 'running'
      ? { kind: 'running', load: { ...load, script: ran.job } }
      : { kind: 'sent', rows: load.rows };
  }
}

/** At most 36 characters: the hash in the names of its job and its stage table. */
function requestIdOf({ stage }: Load): string {
  return stage.slice(stageName('').length);
}

/** The days in parts of at most `ROWS_A_LOAD` records, each of whole days, in order. A day with more is a part. */
export function splitDays(range: DateRange, { lines }: Pick<RecordLines, 'lines'>): readonly DaysPart[] {
  if (lines.length <= ROWS_A_LOAD) return [{ range, lines }];
  const counts = new Map<number, number>();
  for (const { day } of lines) counts.set(day, (counts.get(day) ?? 0) + 1);
  const parts: DaysPart[] = [];
  let [from, first, taken] = [range.from, 0, 0];
  for (let index = 0; index < dayCount(range); index += 1) {
    const day = range.from + index;
    const count = counts.get(day) ?? 0;
    if (taken > 0 && taken + count > ROWS_A_LOAD) {
      parts.push({ range: { from, to: day - 1 }, lines: lines.slice(first, first + taken) });
      [from, first, taken] = [day, first + taken, 0];
    }
    taken += count;
  }
  return [...parts, { range: { from, to: range.to }, lines: lines.slice(first) }];
}
