import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answersOf } from '../../conformance/facts-on-platform';
import { judge, parseResults } from '../../conformance/results';
import { readSavedResults, saveResults } from '../../conformance/saved-results';

const HEADER = '{"platform":"Apps Script","at":"2026-03-10T09:00:00.000Z","facts":2,"agreeing":1}';
const ASKED = [
  { id: 'C1', title: 'one', digest: 'd1', expected: ['v', 1] },
  { id: 'C2', title: 'two', digest: 'd2', expected: { a: 1, b: '"' } },
  { id: 'C3', title: 'three', digest: 'd3', expected: null },
  { id: 'C4', title: 'four', digest: 'd4', expected: 4 },
];
const LINES = [
  '{"id":"C1","fact":"d1","expected":["v",1],"observed":["v",2],"ok":true}',
  '{"id":"C2","fact":"d2","expected":{"a":1,"b":"\\""},"observed":{"b":"\\"","a":1},"ok":false}',
  '{"id":"C3","fact":"old","expected":null,"observed":null,"ok":true}',
];
const PASTED = [HEADER, ...LINES].join('\n');

describe('Results of the portable script', () => {
  test('are judged by what was observed, not by what the script thought', () => {
    const verdicts = judge(ASKED, parseResults(PASTED)).map(({ id, verdict }) => [id, verdict]);

    expect(verdicts).toEqual([
      ['C1', 'differs'],
      ['C2', 'agrees'],
      ['C3', 'older wording'],
      ['C4', 'missing'],
    ]);
  });

  test('are the same as CSV', () => {
    const csv = [HEADER, ...LINES].map((line) => `"${line.replaceAll('"', '""')}"`).join('\r\n');

    expect(parseResults(`${csv}\r\n`)).toEqual(parseResults(PASTED));
  });

  test.each([
    ['nothing', '', 'The line with the platform and the time is missing.'],
    ['lines alone', LINES.join('\n'), 'The line with the platform and the time is missing.'],
    [
      'a time that is none',
      HEADER.replace('2026-03-10T', 'Tuesday '),
      'The line with the platform and the time is missing.',
    ],
    ['a half line', `${HEADER}\n{"id":"C1"`, 'This line is no result: {"id":"C1"'],
  ])('that are %s are refused', (_, text, message) => {
    expect(() => parseResults(text)).toThrow(message);
  });
});

describe('Saved results', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    file = join(folder, 'evidence', 'conformance.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const save = (text: string) => saveResults(parseResults(text), judge(ASKED, parseResults(text)), file);

  test('hold what was answered to the wording of today, with its day', () => {
    save(PASTED);

    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      facts: [
        { id: 'C1', digest: 'd1', agrees: false, observed: ['v', 2], at: '2026-03-10T09:00:00.000Z' },
        { id: 'C2', digest: 'd2', agrees: true, observed: { a: 1, b: '"' }, at: '2026-03-10T09:00:00.000Z' },
      ],
    });
  });

  test('take the place of older ones of the same fact; others stay', () => {
    save(PASTED);
    save(`${HEADER.replace('03-10', '04-01')}\n${LINES[0]?.replace('["v",2]', '["v",1]')}`);

    expect(readSavedResults(file).map(({ id, agrees, at }) => [id, agrees, at.slice(0, 10)])).toEqual([
      ['C2', true, '2026-03-10'],
      ['C1', true, '2026-04-01'],
    ]);
  });

  test('are never those of the emulator', () => {
    expect(() => save(PASTED.replace('Apps Script', 'emulator'))).toThrow(
      'These results are of: emulator. Only Apps Script counts.',
    );
    expect(readSavedResults(file)).toEqual([]);
  });

  test('do not speak for a fact whose wording has changed since', () => {
    save(PASTED);
    const reworded = ASKED.map((fact) => (fact.id === 'C2' ? { ...fact, digest: 'new' } : fact));
    const answerOf = answersOf(reworded, readSavedResults(file));

    expect(answerOf('C1')).toEqual({ agrees: false, day: '2026-03-10' });
    expect(answerOf('C2')).toBeUndefined();
    expect(answersOf(ASKED, readSavedResults(file))('C2')).toEqual({ agrees: true, day: '2026-03-10' });
  });
});
