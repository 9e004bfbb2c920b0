import { isRecord } from '../src/employer-api/shift-records';
import { BuildError } from './build-error';

/** The file with the service's addresses, as sentences name it. */
export const ADDRESS_FILE = 'build/service-addresses.json';

/**
 * The members of an object that must have exactly these.
 *
 * @param where What the object is called in a sentence.
 * @throws {BuildError} One sentence: no object, a missing member, an unknown one.
 */
export function readMembers<Name extends string>(
  value: unknown,
  where: string,
  names: readonly Name[],
): Record<Name, unknown> {
  if (!isRecord(value))
    throw new BuildError(`${ADDRESS_FILE}: ${where} must be an object with ${names.join(', ')}.`);
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw new BuildError(`${ADDRESS_FILE}: \`${missing}\` is missing in ${where}.`);
  const extra = Object.keys(value).find((name) => !(names as readonly string[]).includes(name));
  if (extra !== undefined)
    throw new BuildError(`${ADDRESS_FILE}: ${where} has an unknown member \`${extra}\`.`);
  return value as Record<Name, unknown>;
}
