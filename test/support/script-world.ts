import path from 'node:path';
import { Emulator, type EmulatorOptions } from '../emulator/emulator';

/** A spreadsheet of Ann's with the small script of `test/fixtures/script`, which only runs where somebody starts it. */
export function scriptWorld(options: Partial<EmulatorOptions> = {}) {
  const emulator = new Emulator({ dist: path.resolve('test/fixtures/script'), ...options });
  return { emulator, book: emulator.createSpreadsheet({ owner: 'ann@a.example', zone: 'Europe/London' }) };
}
