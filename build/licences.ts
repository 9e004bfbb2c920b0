import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build-error';

/** A package of the lock file. */
export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** `shipped`: its code is in the bundle. `development`: it builds, checks or stands in for something. */
  readonly use: 'shipped' | 'development';
}

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

/** Licences that allow use and, for what is shipped, distribution with a notice. SPDX names. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Unlicense',
]);
/** What ships goes to people who never see this list, so it must ask for no more than a notice. */
const ALLOWED_TO_SHIP = new Set(['0BSD', 'ISC', 'MIT']);
/** Packages whose metadata lacks a name of the licence, or has an outdated one, with what their own files say. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  '@univerjs/telemetry': 'Apache-2.0',
  fuzzy: 'MIT',
  BSD: 'BSD-3-Clause',
};

/** Reads the licences of everything in a lock file, sorted by name. */
export function readLicences(lockFile: string): PackageLicence[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license = '', dev, devOptional, optional }]): PackageLicence => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = STATED_ELSEWHERE[license] ?? (license || (STATED_ELSEWHERE[name] ?? ''));
      const use = dev || devOptional || optional ? 'development' : 'shipped';
      return { name, version, licence, use };
    })
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

/** The packages whose licence does not allow what is done with them. An expression of alternatives needs one that does. */
export function findForbidden(licences: readonly PackageLicence[]): PackageLicence[] {
  return licences.filter(({ licence, use }) => {
    const allowed = use === 'shipped' ? ALLOWED_TO_SHIP : ALLOWED;
    const alternatives = licence.replace(/^\(|\)$/g, '').split(' OR ');
    return !alternatives.some((alternative) => allowed.has(alternative));
  });
}

/** The list as a page: what ships first, then how many packages of each licence development needs, then each. */
export function describeLicences(licences: readonly PackageLicence[]): string {
  const row = ({ name, version, licence }: PackageLicence) => `| ${name} | ${version} | ${licence} |`;
  const table = (use: PackageLicence['use']) =>
    ['| package | version | licence |', '| --- | --- | --- |'].concat(
      licences.filter((one) => one.use === use).map(row),
    );
  return [
    '# Licences of dependencies',
    '',
    '## In what ships',
    '',
    ...table('shipped'),
    '',
    '## For development only',
    '',
    ...table('development'),
    '',
  ].join('\n');
}

/**
 * The licence texts of the packages in the bundle, as their licences ask for.
 *
 * @param root The project's folder, with everything installed.
 * @throws {BuildError} When a package that ships has no licence text.
 */
export function readNotices(root: string, licences: readonly PackageLicence[]): string {
  const shipped = licences.filter(({ use }) => use === 'shipped');
  return shipped.map(({ name, version }) => `${name} ${version}\n\n${licenceText(root, name)}\n`).join('\n');
}

function licenceText(root: string, name: string): string {
  const folder = join(root, 'node_modules', name);
  const file =
    existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
  if (!file) throw new BuildError(`Find the licence text of ${name}: its package has no licence file.`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
