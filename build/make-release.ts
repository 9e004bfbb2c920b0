import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BuildError } from './build-error';
import { readVersion } from './bundle';
import { readBuildChoices } from './command-line';
import { describeLicences, findForbidden, readLicences, readNotices } from './licences';
import { buildAndCheck } from './release';
import { listChecksums, packArchive } from './release-archive';
import { findReleaseNotes } from './release-notes';
import { arePlaceholders, readServiceAddresses } from './service-addresses';
import { report } from './terminal';

// npm run release [-- --installation add-on|bound] [--edition sheets|warehouse]
await report(async () => {
  const root = resolve(process.cwd());
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { installation, edition } = readBuildChoices(process.argv.slice(2));
  const version = readVersion(root);
  const notes = findReleaseNotes(read('CHANGELOG.md'), version);
  const licences = readLicences(read('package-lock.json'));
  for (const { name, licence } of findForbidden(licences))
    throw new BuildError(`Replace ${name}: its licence, ${licence || 'not stated'}, is not on the list.`);

  const { outDir, files } = await buildAndCheck({ root, installation, edition });
  const name = `shift-reports-${version}-${installation}${edition === 'sheets' ? '' : `-${edition}`}`;
  const built = Object.fromEntries(
    files.map((file) => [`${name}/${file.name}`, readFileSync(join(outDir, file.name), 'utf8')]),
  );
  const archive = packArchive({
    ...built,
    [`${name}/LICENSE`]: read('LICENSE'),
    [`${name}/THIRD-PARTY-NOTICES.txt`]: readNotices(root, licences),
    [`${name}/NOTES.md`]: notes,
  });
  const release: Record<string, string | Uint8Array> = {
    [`${name}.zip`]: archive,
    'LICENCES.md': describeLicences(licences),
    'NOTES.md': notes,
  };
  const target = join(root, 'build/releases', name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [file, content] of Object.entries(release)) writeFileSync(join(target, file), content);
  const checksums = listChecksums(release);
  writeFileSync(join(target, 'SHA256SUMS'), checksums);

  const isDraft = arePlaceholders(readServiceAddresses(join(root, 'build/service-addresses.json')));
  return [
    `build/releases/${name}:`,
    checksums.trimEnd(),
    ...(isDraft
      ? ['The addresses in build/service-addresses.json are placeholders: this archive reaches no service.']
      : []),
  ];
});
