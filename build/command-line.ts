import { parseArgs } from 'node:util';
import { BuildError } from './build-error';
import type { Installation } from './bundle';

/**
 * Reads `--installation add-on|bound` from a command line; `bound` where it is not given.
 *
 * @throws {BuildError} For any other word.
 */
export function readInstallation(args: readonly string[]): Installation {
  let installation: string;
  try {
    installation = parseArgs({
      args: [...args],
      options: { installation: { type: 'string', default: 'bound' } },
    }).values.installation;
  } catch (error) {
    throw new BuildError(`The only option is --installation add-on|bound. (${(error as Error).message})`);
  }
  if (installation === 'add-on' || installation === 'bound') return installation;
  throw new BuildError(`--installation is add-on or bound, not ${installation}.`);
}
