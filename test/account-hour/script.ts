import { readFileSync } from 'node:fs';

/** How much of everything the script takes. */
const SIZES = {
  // Formulas that take the stamp.
  stamped: 50,
  // Cells that are written until Google ends the run, and the pause between two writes.
  tornRows: 20_000,
  tornColumns: 5,
  pauseMillis: 20,
  // From the start to the first run of the timer.
  timerMillis: 300_000,
};

const SOURCE = 'test/account-hour/questions.js';
/** The only address that it may fetch, so that the refusal of others can be seen. */
const FETCHED = 'https://www.gstatic.com/';
const PLACE = 'const SIZES_ = {};';

/**
 * Makes the script for an hour with an account. Its permissions are those of the add-on, so that one consent screen and one
 * Marketplace configuration serve both.
 *
 * @throws {Error} When the source has no place for the sizes.
 */
export function accountScript(): Record<'Code.js' | 'appsscript.json', string> {
  const text = readFileSync(SOURCE, 'utf8').replace(/^\/\/ biome-ignore.*\n/, '');
  if (!text.includes(PLACE)) throw new Error(`${SOURCE} has no line “${PLACE}”.`);
  const manifest = JSON.parse(readFileSync('appsscript.json', 'utf8'));
  return {
    'Code.js': text.replace(PLACE, `const SIZES_ = ${JSON.stringify(SIZES)};`),
    'appsscript.json': `${JSON.stringify({ ...manifest, urlFetchWhitelist: [FETCHED] }, null, 2)}\n`,
  };
}
