import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';

// Inside the project, so that the compiler finds the packages that the programs name.
const CACHE = resolve(process.cwd(), 'build/cache');
mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(join(CACHE, 'runtimes-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Compiles one line per name under the settings of a program and returns the names it does not know. */
function listUnknown(config: string, names: readonly string[]): string[] {
  const program = mkdtempSync(join(folder, 'program-'));
  names.forEach((name, index) => {
    writeFileSync(join(program, `use-${index}.ts`), `export const use = () => ${name};\n`);
  });
  const settings = {
    extends: resolve(process.cwd(), config),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rootDir: program,
      outDir: join(program, 'out'),
      tsBuildInfoFile: join(program, 'info'),
    },
    include: ['*.ts'],
    exclude: [],
    references: [],
  };
  writeFileSync(join(program, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = resolve(process.cwd(), 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(compiler, ['-p', program, '--pretty', 'false'], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => /error TS/.test(line));
  const unknown = lines.map(
    (line) => /error TS(?:2304|2552|2584|2591|2580|2503): Cannot find \w+ '(\w+)'/.exec(line)?.[1],
  );
  // Any other complaint means that the question was not answered.
  expect(lines.filter((_line, index) => unknown[index] === undefined)).toEqual([]);
  return names.filter((name) => unknown.includes(name));
}

describe('the compiler refuses names of another runtime', () => {
  test.each([
    [
      'the core',
      'src/tsconfig.core.json',
      [
        'SpreadsheetApp',
        'UrlFetchApp',
        'URL',
        'console',
        'document',
        'fetch',
        'google',
        'process',
        'setTimeout',
      ],
      ['Date', 'JSON', 'Map', 'Object'],
    ],
    [
      'the script',
      'src/tsconfig.script.json',
      ['URL', 'document', 'fetch', 'process', 'setTimeout', 'window'],
      ['SpreadsheetApp', 'UrlFetchApp', 'console'],
    ],
    [
      'the page',
      'src/sidebar/page/tsconfig.json',
      ['SpreadsheetApp', 'process', 'require'],
      ['document', 'setTimeout'],
    ],
    [
      'the emulated services',
      'test/emulator/services/tsconfig.json',
      ['SpreadsheetApp', 'fetch', 'process'],
      ['Date'],
    ],
    ['the build', 'build/tsconfig.json', ['SpreadsheetApp', 'document', 'window'], ['process']],
  ])('in %s', (_what, config, refused, allowed) => {
    expect(listUnknown(config, [...refused, ...allowed])).toEqual(refused);
  });
});
