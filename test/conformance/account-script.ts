import { readFileSync } from 'node:fs';
import type { PortableScript } from './script-text';

/** How much of everything the script takes. */
export interface QuestionSizes {
  /** Rows of each table that a formula returns. */
  readonly tableRows: readonly number[];
  readonly tableColumns: number;
  /** Formulas that take the stamp. */
  readonly stamped: number;
  /** Cells that are written until Google ends the run, and the pause between two writes. */
  readonly tornRows: number;
  readonly tornColumns: number;
  readonly pauseMillis: number;
  /** From the start to the first run of the timer. */
  readonly timerMillis: number;
}

const SIZES: QuestionSizes = {
  tableRows: [1_000, 5_000, 20_000],
  tableColumns: 18,
  stamped: 50,
  tornRows: 20_000,
  tornColumns: 5,
  pauseMillis: 20,
  timerMillis: 300_000,
};

const SOURCE = 'test/conformance/account-questions.js';
/** The only address that it may fetch, so that the refusal of others can be seen. */
const FETCHED = 'https://www.gstatic.com/';
const PLACE = 'const SIZES_ = {};';

/**
 * Makes the script for an hour with an account. Its permissions are those of the add-on, so that one consent screen and one
 * Marketplace configuration serve both.
 *
 * @throws {Error} When the source has no place for the sizes.
 */
export function accountScript(sizes = SIZES): PortableScript {
  const text = readFileSync(SOURCE, 'utf8').replace(/^\/\/ biome-ignore.*\n/, '');
  if (!text.includes(PLACE)) throw new Error(`${SOURCE} has no line “${PLACE}”.`);
  const manifest = JSON.parse(readFileSync('appsscript.json', 'utf8'));
  return {
    'Code.js': text.replace(PLACE, `const SIZES_ = ${JSON.stringify(sizes)};`),
    'appsscript.json': `${JSON.stringify({ ...manifest, urlFetchWhitelist: [FETCHED] }, null, 2)}\n`,
  };
}
