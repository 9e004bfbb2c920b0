import * as v from 'valibot';
import type { CalendarDate } from '../calendar/calendar-date';
import { parseJson } from '../employer-api/json';
import { columnOf, DAY_COLUMN } from '../employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../employer-api/shift-records';
import {
  type Basis,
  FEWEST_ROWS,
  FITTING_SHARE,
  finishedRows,
  inferBasis,
  mayFit,
  type Support,
} from './basis';
import { DEFINITIONS, type Definition, type PercentageField } from './definitions';
import { countNewestVotes, type Votes } from './infer-votes';

/** What refreshes found out about a connection's percentages. Plain data: stored as its JSON text, under 1 kB. */
export interface KeptBases {
  readonly version: 1;
  /** Of the connection it was found out for. */
  readonly fingerprint: string;
  /** The percentages whose definition is settled, with the rows that settled it. */
  readonly settled: Readonly<Partial<Record<PercentageField, Support>>>;
}

/** So many of the newest telling rows are asked whether a settled definition still holds. */
const NEWEST_ROWS = 200;

const PERCENTAGES = Object.keys(DEFINITIONS) as PercentageField[];

const SUPPORT = v.object({
  definition: v.object({ numerator: v.string(), denominator: v.string() }),
  agree: v.number(),
  of: v.number(),
});
const KEPT = v.object({
  version: v.literal(1),
  fingerprint: v.string(),
  settled: v.record(v.string(), SUPPORT),
});

/**
 * What to keep after a refresh.
 *
 * A definition that these rows settle is kept, on the larger number of rows. One that was settled before
 * stays unless these rows speak against it, so that a refresh of a few rows loses nothing.
 *
 * @param kept What is kept so far for this connection.
 * @param rows All rows of the refresh, in any order.
 */
export function reviseBasis(
  kept: KeptBases | undefined,
  rows: readonly ShiftRow[],
  today: CalendarDate,
  fingerprint: string,
): KeptBases {
  const known = kept && kept.fingerprint === fingerprint ? kept.settled : {};
  const newestFirst = finishedRows(rows, today).sort(
    (one, other) => (other[DAY_COLUMN] as number) - (one[DAY_COLUMN] as number),
  );
  const settled: Partial<Record<PercentageField, Support>> = {};
  for (const field of PERCENTAGES) {
    const support = revise(field, known[field], newestFirst, today);
    if (support) settled[field] = support;
  }
  return { version: 1, fingerprint, settled };
}

/** Reads what was kept. @returns `undefined` for another connection, and for text that is none of ours. */
export function parseKeptBases(text: string | undefined, fingerprint: string): KeptBases | undefined {
  const parsed = v.safeParse(KEPT, parseJson(text ?? ''));
  if (!parsed.success || parsed.output.fingerprint !== fingerprint) return undefined;
  const settled: Partial<Record<PercentageField, Support>> = {};
  for (const field of PERCENTAGES) {
    const support = parsed.output.settled[field];
    // A definition that is no longer a candidate is found out again.
    const definition = support && candidate(field, support.definition);
    if (support && definition) settled[field] = { ...support, definition };
  }
  return { version: 1, fingerprint, settled };
}

/** The basis to compute with: what refreshes have settled, else what the rows at hand say. */
export function basisFor(
  field: PercentageField,
  kept: KeptBases | undefined,
  rows: readonly ShiftRow[],
  today: CalendarDate,
): Basis {
  const support = kept?.settled[field];
  return support ? { kind: 'settled', survivors: [support] } : inferBasis(field, rows, today);
}

function revise(
  field: PercentageField,
  known: Support | undefined,
  newestFirst: readonly ShiftRow[],
  today: CalendarDate,
): Support | undefined {
  const { kind, survivors } = inferBasis(field, newestFirst, today);
  const [found] = survivors;
  if (kind === 'settled' && found) {
    return known && known.definition === found.definition && known.of > found.of ? known : found;
  }
  if (known === undefined) return undefined;
  const votes = countNewestVotes(known.definition, columnOf(field), newestFirst, NEWEST_ROWS);
  return isDoubted(votes) ? undefined : known;
}

/** Whether support has fallen under 90 %; of fewer than 200 rows, by more than chance. */
function isDoubted(votes: Votes): boolean {
  const { agree, of } = votes;
  if (of >= NEWEST_ROWS) return agree < FITTING_SHARE * of;
  return of >= FEWEST_ROWS && !mayFit(votes);
}

function candidate(
  field: PercentageField,
  wanted: { numerator: string; denominator: string },
): Definition | undefined {
  const candidates: readonly Definition[] = DEFINITIONS[field];
  return candidates.find(
    ({ numerator, denominator }) => numerator === wanted.numerator && denominator === wanted.denominator,
  );
}
