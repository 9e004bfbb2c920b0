import type { Policy } from '../src/contract/sidebar';
import type { ServiceAddresses } from '../src/employer-api/connection';
import { type BuiltFiles, readBuiltFiles } from './built-files';
import { checkAddresses } from './check-addresses';
import { checkEntryPoints } from './check-entry-points';
import { checkPage } from './check-page';
import { checkRuntimeNames } from './check-runtime-names';
import { checkSecrets } from './check-secrets';
import { checkServiceCalls } from './check-service-calls';
import { checkSize } from './check-size';
import { checkSyntax } from './check-syntax';
import { EDITIONS, type Edition } from './edition';
import type { Finding } from './finding';
import { OPEN_POLICY } from './policy';

/** What the checks compare a built folder with. */
export interface BundleExpectations {
  readonly addresses: ServiceAddresses;
  /** @default mail to any domain, no Google Chat */
  readonly policy?: Policy;
  /** @default 'sheets' */
  readonly edition?: Edition;
  /**
   * Names and values whose secrets must not be in the bundle.
   * @default none
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks a built folder, file by file, before anyone gets it.
 *
 * @returns What is wrong, in the order of the checks; an empty list when nothing is. Scripts that
 *   cannot even be read are not looked at further.
 */
export function checkBundle(
  folder: string,
  { addresses, policy = OPEN_POLICY, edition: name = 'sheets', environment }: BundleExpectations,
): Finding[] {
  const files = readBuiltFiles(folder);
  const edition = EDITIONS[name];
  const unreadable = checkSyntax(files);
  if (unreadable.length > 0) return [...checkSize(files, edition), ...unreadable];
  return [
    ...checkSize(files, edition),
    ...checkEntryPoints(files),
    ...checkRuntimeNames(files),
    ...checkServiceCalls(files),
    ...checkAddresses(files, addresses, policy, edition),
    ...checkSecrets(files, environment),
    ...checkPage(files),
  ];
}

/**
 * Compares two built folders, which must hold the same bytes when they came from the same sources.
 *
 * @returns The names of the files that differ or stand in one folder only.
 */
export function listDifferences(one: string, other: string): string[] {
  const [first, second] = [readBuiltFiles(one), readBuiltFiles(other)];
  const names = [...new Set([...first.names, ...second.names])].sort();
  return names.filter((name) => !isSame(name, first, second));
}

function isSame(name: string, first: BuiltFiles, second: BuiltFiles): boolean {
  const known = name as keyof BuiltFiles['texts'];
  return (
    first.names.includes(name) && second.names.includes(name) && first.texts[known] === second.texts[known]
  );
}
