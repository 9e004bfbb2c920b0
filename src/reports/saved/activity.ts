import * as v from 'valibot';
import { RUN_OUTCOMES } from '../../contract/reports';
import { RUN_ORIGINS } from '../../contract/sidebar';
import { fitLine, parseJson, utf8Length } from '../../employer-api/text';
import { LOGGED_RUNS, PROPERTY_BYTES } from '../../limits';

/** The longest texts from people and the service, in characters, and the most reports named. */
const LONGEST_NAME = 100;
const LONGEST_SENTENCE = 400;
const MOST_NAMES = 6;

const RUN = {
  /** The run that the record belongs to. */
  id: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  by: v.picklist(RUN_ORIGINS),
  /** The sheets of its reports; only the first few of many. */
  reports: v.array(v.string()),
  /** The number of reports in total. */
  count: v.number(),
};

const STARTED = v.object({ kind: v.literal('started'), ...RUN });

const FINISHED = v.object({
  kind: v.literal('finished'),
  ...RUN,
  /**
   * The worst outcome of any of its reports. `lost`: the run was killed; `held`: a table needs confirmation;
   * `unfinished`: some days are still to fetch.
   */
  outcome: v.picklist([...RUN_OUTCOMES, 'lost']),
  /** How many of its reports were not refreshed. */
  failed: v.number(),
  /** What happened to the report on the sheet `of`: the first with the worst outcome, or else the newest. */
  sentence: v.string(),
  of: v.string(),
  correlationId: v.string(),
  /** Findings of all refreshes that people should know; left out if there are none. */
  news: v.optional(v.string()),
});

const LOG = v.object({ version: v.literal(1), records: v.array(v.variant('kind', [STARTED, FINISHED])) });

/** The start of a run. It grows with each of the run's reports. */
export type StartedRecord = v.InferOutput<typeof STARTED>;

/** The end of a run. It grows with each of the run's reports. */
export type FinishedRecord = v.InferOutput<typeof FINISHED>;

/** A record of the log. A run has two: one from its start, one from the end of its first report. */
export type ActivityRecord = StartedRecord | FinishedRecord;

/** Reads a stored log, oldest record first; empty if it cannot be read. */
export function parseActivity(text: string): readonly ActivityRecord[] {
  const parsed = v.safeParse(LOG, parseJson(text));
  return parsed.success ? parsed.output.records : [];
}

/** The log as text. */
export function packActivity(records: readonly ActivityRecord[]): string {
  return JSON.stringify({ version: 1, records });
}

/** The newest records that fit, at least one; long texts are shortened. */
export function boundActivity(records: readonly ActivityRecord[]): readonly ActivityRecord[] {
  const kept: ActivityRecord[] = [];
  let bytes = utf8Length(packActivity([]));
  for (const record of records.slice(-LOGGED_RUNS).reverse()) {
    const short = shorten(record);
    bytes += utf8Length(JSON.stringify(short)) + 1;
    if (bytes > PROPERTY_BYTES && kept.length > 0) break;
    kept.unshift(short);
  }
  return kept;
}

function shorten(record: ActivityRecord): ActivityRecord {
  const reports = record.reports.slice(0, MOST_NAMES).map((name) => fitLine(name, LONGEST_NAME));
  if (record.kind === 'started') return { ...record, reports };
  const sentence = fitLine(record.sentence, LONGEST_SENTENCE);
  const correlationId = fitLine(record.correlationId, LONGEST_NAME);
  const news = record.news === undefined ? {} : { news: fitLine(record.news, LONGEST_SENTENCE) };
  return { ...record, reports, sentence, of: fitLine(record.of, LONGEST_NAME), correlationId, ...news };
}
