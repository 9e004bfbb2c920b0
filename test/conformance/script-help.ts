import { readFileSync } from 'node:fs';

const FILE = 'test/contract/platform-facts/describe-facts.ts';

/**
 * What observations may call beside Google's globals: the text that their tests give them.
 *
 * @throws {Error} When the tests do not have it where it is looked for.
 */
export function scriptHelp(): string {
  const text = /const SCRIPT_HELP = `([^`$\\]+)`;/.exec(readFileSync(FILE, 'utf8'))?.[1];
  if (text === undefined) throw new Error(`${FILE} has no SCRIPT_HELP in plain text.`);
  return text;
}
