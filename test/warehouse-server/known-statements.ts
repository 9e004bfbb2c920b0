import { changeNothing, READ_NOTHING, replaceDaysParts } from '../../src/warehouse/statements';
import { tablesIn } from './data/google-sql';

/** A text as the add-on makes it, statement by statement; `stage` is the table that it drops. */
export interface KnownScript {
  readonly statements: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly drops: readonly string[];
}

/**
 * Recognises the scripts of the add-on, letter by letter: the names of the tables are taken from the text, the script is made
 * for them again, and both must be equal.
 *
 * @returns Where the text begins to differ, in words, if it is no such script.
 */
export function recognise(text: string): KnownScript | string {
  if (text === READ_NOTHING.query) return { statements: [text], reads: [], writes: [], drops: [] };
  const [, changed] = /^DELETE FROM `([^`]+)`/.exec(text) ?? [];
  if (changed !== undefined) return recogniseProbe(text, changed);
  const [, full] = /DROP TABLE IF EXISTS `([^`]+)`;\n$/.exec(text) ?? [];
  if (full === undefined) return 'It does not end by dropping a stage table.';
  const { table: stage, ...place } = placeOf(full);
  const { begin, insertChanges, merge, commit, drop } = replaceDaysParts(place, stage);
  const statements = [begin, insertChanges, merge, commit, drop];
  const expected = statements.map((statement) => `${statement};\n`).join('');
  if (text !== expected) {
    const at = [...text].findIndex((character, index) => character !== expected[index]);
    return `At ${at}: "${text.slice(at, at + 80)}" instead of "${expected.slice(at, at + 80)}".`;
  }
  const written = [insertChanges, merge].map((statement) => tablesIn(statement)[0] as string);
  return { statements, reads: tablesIn(`${insertChanges}\n${merge}`), writes: written, drops: [full] };
}

/** The statement by which a check finds out whether rows may be changed. */
function recogniseProbe(text: string, name: string): KnownScript | string {
  const { query } = changeNothing(placeOf(name));
  if (text !== query) return `It is not "${query}".`;
  return { statements: [query], reads: [name], writes: [name], drops: [] };
}

function placeOf(full: string) {
  const parts = full.split('.');
  const [table = '', dataset = ''] = [parts.pop(), parts.pop()];
  return { table, dataset, project: parts.join('.'), location: '' };
}
