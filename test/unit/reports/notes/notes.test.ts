import { expect, test } from '@jest/globals';
import { takeNotes } from '../../../../src/reports/notes/notes';
import type { ReportSheet, ReportSheets } from '../../../../src/reports/ports';
import { newReport } from '../../../../src/reports/saved/saved-report';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const FIELDS = ['SHIFT_DATE', 'SHIFT_ID'];
const DAY = 46_082;
const columns = FIELDS.map((heading) => ({ heading, kind: 'integer' as const }));
/** Of a real cell. */
const TOO_LONG = 'x'.repeat(50_000);

/** Takes the note of shift 7, which moves one row down, since another shift comes before it. */
function take(cell: unknown, formula = '') {
  const reads = {
    readBlock: () => [[DAY, 7, cell]],
    readFormulas: () => [[formula]],
    numberFormats: () => [],
  };
  const sheet = reads as unknown as ReportSheet;
  const clock = new StubClock();
  // No note leaves, so no other sheet is needed.
  const services = { sheets: {} as ReportSheets, clock, calendar: new ZonedCalendar(clock) };
  const rows = [
    [DAY, 5],
    [DAY, 7],
  ];
  const block = { row: 1, column: 1, rows: 2, columns: 3 };
  const found = {
    ...{ sheet, tab: 'Shifts', rangeName: 'Shifts_Shifts', block, grid: block },
    ...{ headings: [...FIELDS, 'Reason'], fields: FIELDS, isIntact: true, isMade: false, sentence: '' },
  };
  const draft = { columns, fields: FIELDS, rows, notes: ['Reason'] };
  const run = { saved: newReport('r-1', 1), properties: {}, zone: 'Etc/UTC' };
  return takeNotes(services, run, found, draft, false);
}

test.each<[string, unknown, unknown]>([
  ['a text', 'late', 'late'],
  ['a text that looks like a formula', '=1', '=1'],
  ['a number', 9.5, 9.5],
  ['a check box', false, false],
  ['a day', new Date('2026-03-01T00:00:00Z'), DAY],
  ['a blank cell', '', null],
])('%s moves with its shift', (_, cell, moved) => {
  expect(take(cell).cells).toEqual([[null], [moved]]);
});

const PLACE = 'row 2, column Reason, can’t move with its shift.';
const TO_THE_RIGHT = `to the right of the notes: ${PLACE}`;
test.each<[string, unknown, string, string]>([
  ['a formula', 'late', '=A1', `Put formulas ${TO_THE_RIGHT}`],
  ['an image', { url: 'x' }, '', `Put what is no text, number, date or check box ${TO_THE_RIGHT}`],
  ['a cell of an unknown kind', 7n, '', `Put what is no text, number, date or check box ${TO_THE_RIGHT}`],
  ['a text that no apostrophe fits before', TOO_LONG, '', `Shorten the note by one character: ${PLACE}`],
])('%s is refused by its place, before anything is written', (_, cell, formula, sentence) => {
  expect(() => take(cell, formula)).toThrow(sentence);
});
