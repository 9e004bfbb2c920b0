import { isRecord } from './shift-records';

/** How many objects deep an answer is searched. */
const DEEPEST_SEARCH = 8;

/** Members of an answer that speak of the request, not of the report. Specification section 2.2. */
const ECHO: readonly string[] = ['request', 'metadata'];

/**
 * The records in an answer of unknown shape: those under `report`, where the documented report has its own; else any.
 *
 * Of all arrays with objects in them the shallowest counts, of several at one depth the longest, of equally long
 * ones the first. Where there is none, an empty array means that there are no records.
 *
 * @returns `undefined` when the answer holds neither.
 */
export function findRecords(answer: unknown): readonly unknown[] | undefined {
  const reported = isRecord(answer) ? searchIn(answer.report) : undefined;
  return reported ?? searchIn(answer);
}

function searchIn(answer: unknown): readonly unknown[] | undefined {
  let level: readonly unknown[] = [answer];
  let empty: readonly unknown[] | undefined;
  for (let depth = 0; depth <= DEEPEST_SEARCH && level.length > 0; depth += 1) {
    const arrays = level.filter(Array.isArray) as readonly (readonly unknown[])[];
    const found = longest(arrays.filter((array) => array.some(isRecord)));
    if (found !== undefined) return found;
    empty = empty ?? arrays.find((array) => array.length === 0);
    level = membersOf(level, depth === 0 ? ECHO : []);
  }
  return empty;
}

function longest(arrays: readonly (readonly unknown[])[]): readonly unknown[] | undefined {
  let best: readonly unknown[] | undefined;
  for (const array of arrays) if (best === undefined || array.length > best.length) best = array;
  return best;
}

function membersOf(values: readonly unknown[], except: readonly string[]): unknown[] {
  const members: unknown[] = [];
  for (const value of values) {
    if (!isRecord(value)) continue;
    for (const name of Object.keys(value)) {
      const isEcho = except.includes(name) && isRecord(value[name]);
      if (!isEcho) members.push(value[name]);
    }
  }
  return members;
}
