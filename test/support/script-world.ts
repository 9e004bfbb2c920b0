import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../emulator/book';
import { Emulator, type EmulatorOptions } from '../emulator/emulator';
import type { Person } from '../emulator/person';

/** What a small script needs beside its code. */
export interface ScriptWorldOptions extends Omit<EmulatorOptions, 'dist'> {
  readonly manifest?: object;
  /** HTML files by name, without the ending. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** A small script installed in a spreadsheet, and two people in it. */
export interface ScriptWorld {
  /** The folder of its files. */
  readonly dist: string;
  readonly emulator: Emulator;
  readonly book: Book;
  readonly ann: Person;
  readonly bob: Person;
  dispose(): void;
}

/** Writes the script to a folder of its own and starts an emulator on it. */
export function scriptWorld(code: string, options: ScriptWorldOptions = {}): ScriptWorld {
  const { manifest = {}, pages = {}, ...others } = options;
  const dist = mkdtempSync(join(tmpdir(), 'script-world-'));
  writeFileSync(join(dist, 'Code.js'), code);
  writeFileSync(join(dist, 'appsscript.json'), JSON.stringify({ timeZone: 'Etc/UTC', ...manifest }));
  for (const [name, html] of Object.entries(pages)) writeFileSync(join(dist, `${name}.html`), html);
  const clean = () => rmSync(dist, { recursive: true, force: true });
  const emulator = startOrClean(() => new Emulator({ dist, ...others }), clean);
  const book = emulator.createSpreadsheet({ owner: 'ann@a.example', zone: 'Europe/London' });
  return {
    dist,
    emulator,
    book,
    ann: book.as('ann@a.example'),
    bob: book.as('bob@b.example'),
    dispose: clean,
  };
}

/** Some scripts are meant not to parse. */
function startOrClean(start: () => Emulator, clean: () => void): Emulator {
  try {
    return start();
  } catch (error) {
    clean();
    throw error;
  }
}
