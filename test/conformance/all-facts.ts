import { readdirSync } from 'node:fs';
import { type Fact, MARKS, type Mark } from './fact';
import { type FactFile, readFactFile } from './read-fact-file';

const FOLDER = 'test/contract/platform-facts';

/** A fact before it is told from others of its number. */
type Numbered = Omit<Fact, 'id'>;

/** The files of facts as they are, in the order of their names. */
export function readFactFiles(): FactFile[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts'));
  return names.sort().map((name) => readFactFile(FOLDER, name));
}

/** Every fact that a test states. Tests without a number in their title are about the emulator, not the platform. */
export function factsOf(files: readonly FactFile[]): Fact[] {
  const numbered = files.flatMap((file) => [...observed(file), ...tested(file)]);
  const total = new Map<string, number>();
  for (const { no } of numbered) total.set(no, (total.get(no) ?? 0) + 1);
  const seen = new Map<string, number>();
  return numbered.map((fact) => {
    const count = (seen.get(fact.no) ?? 0) + 1;
    seen.set(fact.no, count);
    return { id: total.get(fact.no) === 1 ? fact.no : `${fact.no}.${count}`, ...fact };
  });
}

function observed({ file, groups }: FactFile): Numbered[] {
  return groups.flatMap((group) =>
    group.rows.map(({ no, mark, source, title, observe, expected }) => ({
      no,
      mark,
      source,
      title,
      file,
      except: '',
      observation: { observe, expected, group: `${file}, ${group.title}` },
    })),
  );
}

function tested({ file, titles }: FactFile): Numbered[] {
  return titles.flatMap((whole) => {
    const [, told = '', rest = ''] = /^\[([^\]]+)\] (.+)$/s.exec(whole) ?? [];
    // A title ends with its source in brackets, if it has one. A time is none.
    const [, title = rest, source = ''] = /^(.+) \((?!\d+ ms\))([^()]+)\)$/s.exec(rest) ?? [];
    return readNumbers(told).map((number) => ({ ...number, title, file, source }));
  });
}

/** Reads `F13 doc, text asm` as one fact with an exception, and `F1 doc, F2 asm` as two facts. */
export function readNumbers(told: string): { no: string; mark: Mark; except: string }[] {
  const numbers: { no: string; mark: Mark; except: string }[] = [];
  for (const part of told.split(/[,;]\s*/)) {
    const [, no, word] = /^([A-Z]\d+) (\w+)$/.exec(part) ?? [];
    const mark = MARKS.find((each) => each === word);
    const last = numbers.at(-1);
    if (no !== undefined && mark !== undefined) numbers.push({ no, mark, except: '' });
    else if (last !== undefined) last.except = part;
  }
  return numbers;
}
