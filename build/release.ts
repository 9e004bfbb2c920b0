import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { arePlaceholders, readServiceAddresses } from './addresses';
import { readVersion } from './bundle';
import { buildAndCheck } from './check-bundle';
import { BuildError, readBuildChoices, report } from './command';

/** What ships goes to people who never see this list, so it must ask for no more than a notice. SPDX names. */
const ALLOWED_LICENCES = ['0BSD', 'ISC', 'MIT'];

/** The oldest moment that a ZIP archive can hold. Every file carries it, so that equal files make equal archives. */
const ARCHIVE_TIME = new Date(1980, 0, 1);

// npm run release [-- --installation add-on|bound] [--edition sheets|warehouse]
await report(async () => {
  const root = resolve('.');
  const choices = readBuildChoices(process.argv.slice(2));
  const version = readVersion(root);
  const notes = findReleaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const notices = readNotices(root);
  const { outDir, files } = await buildAndCheck(root, choices);
  const name = `shift-reports-${version}-${choices.installation}${choices.edition === 'sheets' ? '' : `-${choices.edition}`}`;
  const parts: Record<string, string> = {
    ...Object.fromEntries(files.map((file) => [file.name, readFileSync(join(outDir, file.name), 'utf8')])),
    LICENSE: readFileSync(join(root, 'LICENSE'), 'utf8'),
    'NOTES.md': notes,
    'THIRD-PARTY-NOTICES.txt': notices,
  };
  const entries = Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1));
  const archive = zipSync(
    Object.fromEntries(entries.map(([path, text]) => [`${name}/${path}`, strToU8(text)])),
    {
      level: 9,
      mtime: ARCHIVE_TIME,
    },
  );
  const checksum = `${createHash('sha256').update(archive).digest('hex')}  ${name}.zip\n`;
  const target = join(root, 'build/releases', name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, `${name}.zip`), archive);
  writeFileSync(join(target, 'SHA256SUMS'), checksum);
  const isDraft = arePlaceholders(readServiceAddresses(join(root, 'build/service-addresses.json')));
  return [
    `build/releases/${name}:`,
    checksum.trimEnd(),
    ...(isDraft
      ? ['The addresses in build/service-addresses.json are placeholders: this archive reaches no service.']
      : []),
  ];
});

/** The section of a version in the changelog, without its heading. */
function findReleaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new BuildError(`Write a section "## ${version}" into CHANGELOG.md before releasing.`);
  return `${notes}\n`;
}

/** The licence texts of the packages in the bundle, as their licences ask for. */
function readNotices(root: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const notices = Object.entries(dependencies).map(([name, version]) => {
    const folder = join(root, 'node_modules', name);
    const { license = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      license?: string;
    };
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
    if (!ALLOWED_LICENCES.includes(license) || file === undefined)
      throw new BuildError(
        `Replace ${name}, or find its licence text: ${license || 'no licence'} can't ship as it is.`,
      );
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return notices.join('\n');
}
