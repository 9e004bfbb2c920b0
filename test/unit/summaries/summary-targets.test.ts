import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import {
  type MailDocument,
  writeChatMessage,
  writeHtml,
  writeText,
} from '../../../src/reports/mail/mail-document';
import { cellsOf, tableIn } from '../../support/dashboard-cells';
import { serialOf, shiftRow } from '../../support/shift-records';
import { type Cells, readRows } from '../targets/targets-scene';
import { blocksOf, pageOf, readerText, refreshedSource, rowsBelow } from './summary-pages';

/* Summary emails where there is a targets sheet: by hand, and beside the Overview. */

/** Mondays of the thirteen weeks before Monday, 9 March 2026. */
const MONDAYS = Array.from({ length: 13 }, (_, week) =>
  new Date(Date.UTC(2025, 11, 8 + 7 * week)).toISOString().slice(0, 10),
);

/** A shift on each Monday, for 40 positions. */
function weekly(venue: string, worked: (week: number) => number): ShiftRow[] {
  return MONDAYS.map((day, week) =>
    shiftRow({ day, venue, posted: 44, booked: 41, worked: worked(week), noShows: 0, demand: 40 }),
  );
}

const ROWS = [
  ...weekly('Half', () => 20),
  ...weekly('Nearly', (week) => 36 - (week % 2)),
  ...weekly('Good', () => 39),
  ...weekly('Free', () => 30),
];
const tilesOf = (page: MailDocument) => blocksOf(page, 'tiles')[0]?.tiles ?? [];
const captionOf = (page: MailDocument) => blocksOf(page, 'picture')[0]?.caption ?? '';
/** The verdicts of the list of venues. */
const verdictsOf = (page: MailDocument) =>
  Object.fromEntries(rowsBelow(page, 'Most missing').map(({ cells: [name], below }) => [name, below]));
const EACH = ['Half', 'Nearly', 'Good'].map((venue) => ({ VENUE_NAME: venue, TARGET: 90 }));
const sourceWith = (lines: readonly Cells[]) =>
  refreshedSource(ROWS, { targets: { sheetId: 1, seen: '', moneyFormat: '', ...readRows(lines) } });

describe('a summary email beside targets', () => {
  test('shows the target of the figure, the trend and each venue, with the words of the Scorecard', () => {
    const page = pageOf(sourceWith(EACH));
    // Of the three venues that have one: 20, 36 and 39 of 40 each in a week of even number.
    expect(tilesOf(page)[0]?.target).toBe('target 90.0%');
    expect(captionOf(page)).toMatch(/The band is the likely range, the orange line the target 90\.0%\.$/);
    expect(verdictsOf(page)).toEqual({
      Half: 'target 90.0%: missed',
      Nearly: expect.stringMatching(/^target 90\.0%: (?:met|just missed)$/),
      Good: 'target 90.0%: met',
      Free: '',
    });
    expect(page.sentence).toContain(' Target 90.0% (set for part of the shifts): missed. ');
  });

  test('says the same in mail, text and chat', () => {
    const page = pageOf(sourceWith(EACH));
    for (const text of [readerText(writeHtml(page)), writeText(page), writeChatMessage(page)]) {
      expect(text).toMatch(/Half.*target 90\.0%: missed/s);
      expect(text).toContain('target 90.0%');
    }
  });

  test('has the targets of the Overview, which may differ by percentage', () => {
    const source = sourceWith([{ TARGET: 90 }, { TARGET: 80, MEASURE: 'booked %' }]);
    const page = pageOf(source);
    const [line] = (tableIn(cellsOf({ template: 'overview' }, source), 'By week: ') ?? []).slice(-1);
    expect([captionOf(page).includes('target 90.0%'), line?.Target]).toEqual([true, 90]);
    expect(tilesOf(page).map(({ label, target }) => [label, target])).toEqual([
      ['True fulfilment', 'target 90.0%'],
      ['Booked', 'target 80.0%'],
      ['Worked', ''],
      ['No-shows', ''],
      ['Missing people', ''],
      ['People needed', ''],
    ]);
  });

  test('judges two weeks as independent positions: they do not tell how much weeks differ', () => {
    const targets = { sheetId: 1, seen: '', moneyFormat: '', ...readRows(EACH) };
    const rows = ROWS.filter((row) => Number(row[0]) >= serialOf('2026-02-23'));
    const page = pageOf(refreshedSource(rows, { targets }));
    expect(verdictsOf(page).Half).toBe('target 90.0%: missed');
  });

  test('of one venue is judged by its own target, and one without a target not at all', () => {
    const source = sourceWith(EACH);
    const half = pageOf(source, { venue: 'Half' });
    expect(half.sentence).toContain(' Target 90.0%: missed. ');
    expect(rowsBelow(half, 'Most missing')[0]?.below).toBe('target 90.0%: missed');
    const free = pageOf(source, { venue: 'Free' });
    expect([tilesOf(free)[0]?.target, captionOf(free).includes('target')]).toEqual(['', false]);
    expect(free.sentence).not.toContain('arget');
    const none = pageOf(refreshedSource(ROWS));
    expect(writeText(none)).not.toContain('target');
  });
});
