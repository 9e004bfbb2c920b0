import { parseArgs } from 'node:util';
import type { Installation } from '../src/reports/ports';
import type { Edition } from './edition';

/**
 * What a command says when it can't go on: one sentence for the person at the terminal, no stack.
 *
 * Recognise it by its `name`; tests run in another realm.
 */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** What a command line chooses. */
export interface BuildChoices {
  /** @default 'bound' */
  readonly installation: Installation;
  /** @default 'sheets' */
  readonly edition: Edition;
}

/**
 * Reads `--installation add-on|bound` and `--edition sheets|warehouse` from a command line; `bound` and `sheets` where
 * they are not given.
 *
 * @throws {BuildError} For any other word.
 */
export function readBuildChoices(args: readonly string[]): BuildChoices {
  const options = {
    installation: { type: 'string', default: 'bound' },
    edition: { type: 'string', default: 'sheets' },
  } as const;
  try {
    const { installation, edition } = parseArgs({ args: [...args], options }).values;
    const isKnown = /^(add-on|bound)$/.test(installation) && /^(sheets|warehouse)$/.test(edition);
    if (isKnown) return { installation, edition } as BuildChoices;
  } catch {
    // Said below.
  }
  throw new BuildError('The only options are --installation add-on|bound and --edition sheets|warehouse.');
}

/**
 * Runs a command and prints what it returns, one line each.
 *
 * An expected refusal is printed as it is and ends with 1; anything else keeps its stack, because it is a mistake of ours.
 */
export async function report(command: () => Promise<readonly string[]>): Promise<void> {
  try {
    for (const line of await command()) console.log(line);
  } catch (error) {
    if ((error as Error).name !== 'BuildError') throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
