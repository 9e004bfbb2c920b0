import * as v from 'valibot';
import { RUN_OUTCOMES } from '../../contract/reports';
import { RUN_ORIGINS } from '../../contract/sidebar';
import { fitLine } from '../../employer-api/fit-text';
import { parseJson } from '../../employer-api/json';

/** How much of the past is kept. The bytes leave room below the 9 kB that one property may have. */
export const ACTIVITY_LIMITS = { records: 50, bytes: 8000 };

/** The longest of what people and the service can make long, in characters; and how many reports are named. */
const LONGEST_NAME = 100;
const LONGEST_SENTENCE = 400;
const MOST_NAMES = 6;

const RUN = {
  /** The run that the record belongs to. */
  id: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  by: v.picklist(RUN_ORIGINS),
  /** The sheets of its reports; of many the first few. */
  reports: v.array(v.string()),
  /** How many reports there are in all. */
  count: v.number(),
};

const STARTED = v.object({ kind: v.literal('started'), ...RUN });

const FINISHED = v.object({
  kind: v.literal('finished'),
  ...RUN,
  /**
   * The worst that happened to any of its reports. `lost`: the run was killed; `held`: a table waits for a person;
   * `unfinished`: one waits for more days.
   */
  outcome: v.picklist([...RUN_OUTCOMES, 'lost']),
  /** How many of its reports were not refreshed. */
  failed: v.number(),
  /** What happened to the report of the sheet `of`: the first of the worst, or else the newest. */
  sentence: v.string(),
  of: v.string(),
  correlationId: v.string(),
  /** What the refreshes of all its reports found that people want to hear; absent where that is nothing. */
  news: v.optional(v.string()),
});

const LOG = v.object({ version: v.literal(1), records: v.array(v.variant('kind', [STARTED, FINISHED])) });

/** That a run began. It grows with each of the run's reports. */
export type StartedRecord = v.InferOutput<typeof STARTED>;

/** How a run ended, as far as it went. It grows with each of the run's reports. */
export type FinishedRecord = v.InferOutput<typeof FINISHED>;

/** One line of the log. A run has two: one when it began, one since its first report ended. */
export type ActivityRecord = StartedRecord | FinishedRecord;

/** Reads a stored log, oldest record first; what cannot be read is an empty one. */
export function parseActivity(text: string): readonly ActivityRecord[] {
  const parsed = v.safeParse(LOG, parseJson(text));
  return parsed.success ? parsed.output.records : [];
}

/** The log as text. */
export function packActivity(records: readonly ActivityRecord[]): string {
  return JSON.stringify({ version: 1, records });
}

/** The newest records that fit, and always the very newest; texts are cut where they are too long. */
export function boundActivity(records: readonly ActivityRecord[]): readonly ActivityRecord[] {
  const kept: ActivityRecord[] = [];
  let bytes = utf8Length(packActivity([]));
  for (const record of records.slice(-ACTIVITY_LIMITS.records).reverse()) {
    const short = shorten(record);
    bytes += utf8Length(JSON.stringify(short)) + 1;
    if (bytes > ACTIVITY_LIMITS.bytes && kept.length > 0) break;
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

/** How many bytes text has in UTF-8, which is what the platform counts. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Half of a pair, which together take four.
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}
