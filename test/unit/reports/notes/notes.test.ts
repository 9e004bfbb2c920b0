import { expect, test } from '@jest/globals';
import { noteKeys, noteTaker } from '../../../../src/reports/notes/notes';
import { newReport } from '../../../../src/reports/saved/saved-report';
import { MemorySheets } from '../../../support/memory-sheets';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const FIELDS = ['SHIFT_DATE', 'SHIFT_ID'];
const DAY = 46_082;
const columns = FIELDS.map((heading) => ({ heading, kind: 'integer' as const }));
/** Of a real cell. */
const TOO_LONG = 'x'.repeat(50_000);

/** Takes the note of shift 7, which moves one row down, since another shift comes before it. */
function take(cell: unknown, formula = '') {
  const sheets = new MemorySheets();
  const sheet = sheets.add('Shifts', [
    [...FIELDS, 'Reason'],
    [DAY, 7, cell as string],
  ]);
  sheet.readFormulas = () => [[formula]];
  const clock = new StubClock();
  const services = { sheets, clock, calendar: new ZonedCalendar(clock) };
  const taker = noteTaker(services, { saved: newReport('r-1', 1), properties: {}, zone: 'Etc/UTC' });
  const rows = [
    [DAY, 5],
    [DAY, 7],
  ];
  const block = { row: 1, column: 1, rows: 2, columns: 3 };
  const found = {
    ...{ sheet, tab: 'Shifts', rangeName: 'Shifts_Shifts', block, named: block, grid: sheet.gridSize() },
    ...{ headings: [...FIELDS, 'Reason'], fields: FIELDS, isMade: false, sentence: '' },
  };
  return taker(found, { columns, fields: FIELDS, rows, notes: ['Reason'] }, false);
}

test.each<[string, unknown, unknown]>([
  ['a text', 'late', 'late'],
  ['a text that looks like a formula', '=1', '=1'],
  ['a number', 9.5, 9.5],
  ['a check box', false, false],
  ['a day', new Date('2026-03-01T00:00:00Z'), DAY],
  ['a blank cell', '', null],
])('%s moves with its shift', (_, cell, moved) => {
  expect(take(cell)?.cells).toEqual([[null], [moved]]);
});

const TO_THE_RIGHT = 'to the right of the notes: row 2, column Reason.';
test.each<[string, unknown, string, string]>([
  ['a formula', 'late', '=A1', `Put formulas ${TO_THE_RIGHT}`],
  ['an image', { url: 'x' }, '', `Put what is no text, number, date or check box ${TO_THE_RIGHT}`],
  ['a cell of an unknown kind', 7n, '', `Put what is no text, number, date or check box ${TO_THE_RIGHT}`],
  [
    'a text that no apostrophe fits before',
    TOO_LONG,
    '',
    'Shorten the note by one character, because it could not be moved: row 2, column Reason.',
  ],
])('%s is refused by its place, before anything is written', (_, cell, formula, sentence) => {
  expect(() => take(cell, formula)).toThrow(sentence);
});

const CONTENT = {
  refreshedAt: 0,
  generatedAt: null,
  rows: 1,
  from: 1,
  to: 1,
  checks: '',
  hash: '',
  changedAt: 0,
};
const owned = (owner: string, id = 'r-1') => ({ ...newReport(id, 1), content: { ...CONTENT, owner } });
const [ONE, OTHER, SAMPLE] = ['UK 1', 'UK 2', 'sample s1'] as const;

test('notes of one employer and report have one key; another employer, sample rows and another report have others', () => {
  const { oldKey, nextKey } = noteKeys(owned(ONE), ONE);
  expect(oldKey).toBe(nextKey);
  expect(noteKeys(owned(ONE))).toEqual({ oldKey, nextKey });
  expect(noteKeys(newReport('r-1', 1), ONE).nextKey).toBe(nextKey);

  const [changed, toSample] = [noteKeys(owned(ONE), OTHER), noteKeys(owned(ONE), SAMPLE)];
  const fromSample = noteKeys(owned(SAMPLE), ONE);
  expect([changed.oldKey, toSample.oldKey, fromSample.nextKey]).toEqual([oldKey, oldKey, oldKey]);
  expect(fromSample.oldKey).toBe(toSample.nextKey);
  const others = [changed.nextKey, toSample.nextKey, noteKeys(owned(ONE, 'r-2'), ONE).nextKey];
  expect(new Set([oldKey, ...others]).size).toBe(4);
});
