import { isRecord } from '../src/employer-api/shift-records';
import { BuildError } from './build-error';

/** The file with the service's addresses, as sentences name it. */
export const ADDRESS_FILE = 'build/service-addresses.json';

/**
 * The members of an object that must have exactly these.
 *
 * @param where What the object is called in a sentence.
 * @param file The file that it stands in.
 * @throws {BuildError} One sentence: no object, a missing member, an unknown one.
 */
export function readMembers<Name extends string>(
  value: unknown,
  where: string,
  names: readonly Name[],
  file = ADDRESS_FILE,
): Record<Name, unknown> {
  if (!isRecord(value)) throw new BuildError(`${file}: ${where} must be an object with ${names.join(', ')}.`);
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw new BuildError(`${file}: \`${missing}\` is missing in ${where}.`);
  const extra = Object.keys(value).find((name) => !(names as readonly string[]).includes(name));
  if (extra !== undefined) throw new BuildError(`${file}: ${where} has an unknown member \`${extra}\`.`);
  return value as Record<Name, unknown>;
}
