import { parseArgs } from 'node:util';
import { BuildError } from './build-error';
import type { Installation } from './bundle';
import type { Edition } from './edition';

/** What a command line chooses. */
export interface BuildChoices {
  readonly installation: Installation;
  readonly edition: Edition;
}

/**
 * Reads `--installation add-on|bound` and `--edition sheets|warehouse` from a command line; `bound` and `sheets` where
 * they are not given.
 *
 * @throws {BuildError} For any other word.
 */
export function readBuildChoices(args: readonly string[]): BuildChoices {
  let values: { readonly installation: string; readonly edition: string };
  try {
    values = parseArgs({
      args: [...args],
      options: {
        installation: { type: 'string', default: 'bound' },
        edition: { type: 'string', default: 'sheets' },
      },
    }).values;
  } catch (error) {
    throw new BuildError(
      `The only options are --installation add-on|bound and --edition sheets|warehouse. (${(error as Error).message})`,
    );
  }
  const { installation, edition } = values;
  if (installation !== 'add-on' && installation !== 'bound')
    throw new BuildError(`--installation is add-on or bound, not ${installation}.`);
  if (edition !== 'sheets' && edition !== 'warehouse')
    throw new BuildError(`--edition is sheets or warehouse, not ${edition}.`);
  return { installation, edition };
}
