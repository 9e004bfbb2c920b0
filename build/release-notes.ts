import { BuildError } from './build-error';

/**
 * The section of a version in the changelog, without its heading.
 *
 * @throws {BuildError} When the changelog has no such section, or nothing stands in it.
 */
export function findReleaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new BuildError(`Write a section "## ${version}" into CHANGELOG.md before releasing.`);
  return `${notes}\n`;
}
