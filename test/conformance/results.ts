import type { AskedFact } from './script-text';
import { sortedJson } from './sorted-json';

/** What the portable script wrote about one fact. */
interface ResultLine {
  readonly id: string;
  /** The digest of the fact that the script was made from. */
  readonly fact: string;
  readonly observed: unknown;
}

/** What the portable script wrote of itself. */
interface ResultHeader {
  readonly platform: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The pasted results, read. */
export interface PastedResults {
  readonly header: ResultHeader;
  readonly lines: readonly ResultLine[];
}

/** One fact as it came out. */
export interface JudgedFact {
  readonly id: string;
  readonly title: string;
  readonly digest: string;
  readonly verdict: 'agrees' | 'differs' | 'older wording' | 'missing';
  readonly expected: unknown;
  readonly observed: unknown;
}

/**
 * Reads what was pasted or downloaded: a line of JSON each, bare or quoted as in CSV.
 *
 * @throws {Error} One sentence: nothing readable, or no first line about the run.
 */
export function parseResults(text: string): PastedResults {
  const values = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(parseLine);
  const header = values.find(isHeader);
  if (header === undefined) throw new Error('The line with the platform and the time is missing.');
  return { header, lines: values.filter(isLine) };
}

/** Compares what was observed with what is expected now; what the script itself thought does not count. */
export function judge(asked: readonly AskedFact[], { lines }: PastedResults): JudgedFact[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return asked.map(({ id, title, digest, expected }) => {
    const line = byId.get(id);
    const common = { id, title, digest, expected, observed: line?.observed ?? null };
    if (line === undefined) return { ...common, verdict: 'missing' };
    if (line.fact !== digest) return { ...common, verdict: 'older wording' };
    return { ...common, verdict: sortedJson(line.observed) === sortedJson(expected) ? 'agrees' : 'differs' };
  });
}

function parseLine(line: string): unknown {
  const trimmed = line.trim();
  const bare = /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
  try {
    return JSON.parse(bare);
  } catch {
    throw new Error(`This line is no result: ${trimmed.slice(0, 60)}`);
  }
}

function isHeader(value: unknown): value is ResultHeader {
  const { platform, at } = (value ?? {}) as Partial<ResultHeader>;
  return typeof platform === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}

function isLine(value: unknown): value is ResultLine {
  const { id, fact } = (value ?? {}) as Partial<ResultLine>;
  return typeof id === 'string' && typeof fact === 'string' && 'observed' in (value as object);
}
