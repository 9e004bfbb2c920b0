import { BUILT_FILE_NAMES, type BuiltFiles } from './built-files';
import { EDITIONS, type EditionParts } from './edition';
import type { Finding } from './finding';

/**
 * How large each file may grow, in bytes.
 *
 * Every execution reads all of `Code.js` before it does anything, and every opening of the sidebar all of
 * `Sidebar.html`. What counts is the time to load `Code.js`, at most 25 ms (`npm run bench` measures it); at about
 * 1 ms per 100 kB, readable code is worth more than small code. These numbers only catch sudden growth, such as a
 * dependency bundled by mistake. A number is raised in a change that says why: 1.2 MB for targets, summary emails and notes.
 */
export const SIZE_BUDGET_BYTES: Readonly<Record<(typeof BUILT_FILE_NAMES)[number], number>> = {
  'Code.js': 1_200_000,
  'Sidebar.html': 130_000,
  'appsscript.json': 5_000,
};

/** Refuses files that nobody asked for, missing ones, and ones above their budget and what their edition adds to it. */
export function checkSize(
  { names, texts }: BuiltFiles,
  { moreBytes }: EditionParts = EDITIONS.sheets,
): Finding[] {
  const budgetOf = (name: (typeof BUILT_FILE_NAMES)[number]) =>
    SIZE_BUDGET_BYTES[name] + (moreBytes[name] ?? 0);
  const missing = BUILT_FILE_NAMES.filter((name) => !names.includes(name));
  const extra = names.filter((name) => !(BUILT_FILE_NAMES as readonly string[]).includes(name));
  const large = BUILT_FILE_NAMES.filter((name) => Buffer.byteLength(texts[name]) > budgetOf(name));
  return [
    ...missing.map((where) => ({ where, message: 'It is missing.' })),
    ...extra.map((where) => ({
      where,
      message: 'It does not belong there; exactly three files are pushed.',
    })),
    ...large.map((where) => ({
      where,
      message: `It has ${Buffer.byteLength(texts[where])} bytes; its budget is ${budgetOf(where)}.`,
    })),
    ...(texts['Code.js'].includes('//# sourceMappingURL=')
      ? [{ where: 'Code.js', message: 'It carries a source map, which is for measuring coverage only.' }]
      : []),
  ];
}
