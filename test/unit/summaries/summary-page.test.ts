import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import {
  type MailDocument,
  writeChatMessage,
  writeHtml,
  writeMail,
  writeText,
} from '../../../src/reports/mail/mail-document';
import { cellsOf, tableIn } from '../../support/dashboard-cells';
import { HOSTILE_STARTS } from '../../support/hostile-texts';
import { daysFrom, serialOf, shiftRow } from '../../support/shift-records';
import { SPEC_NAMES } from '../../support/spec-fields';
import { type Cells, readRows } from '../reports/targets/targets-scene';
import { pageOf, partsOf, randomRows, readerText, refreshedSource, rowsBelow, WEEK } from './summary-pages';

const VENUE = 1;

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</td></table></body></html><b>',
  '&lt;b&gt;',
  '<!-- ',
  '--><svg onload=alert(1)>',
  'https://evil.example/pay',
  'www.evil.example',
  'ann@evil.example',
  'javascript:alert(1)',
  '{{7*7}}',
  'Grand\r\nBcc: all@evil.example',
  '\u202egnp.exe',
  // Several in a name: to a page it is all the same where they stand.
  ...Array.from({ length: Math.ceil(HOSTILE_STARTS.length / 6) }, (_, at) =>
    HOSTILE_STARTS.slice(6 * at, 6 * at + 6).join(' '),
  ),
];

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const namesOf = (html: string) => tagsOf(html).map((tag) => /^<[/!]?\w*/.exec(tag)?.[0]);

/** The same rows with another name for a venue. */
const renamed = (rows: readonly ShiftRow[], name: string): ShiftRow[] =>
  rows.map((row) => row.map((value, at) => (at === VENUE && value === 'Venue 0' ? name : value)));

describe('hostile names', () => {
  const rows = randomRows(5, 250);

  test('of venues and of the spreadsheet make no element, attribute or link', () => {
    let tried = 0;
    const plainSource = refreshedSource(rows);
    const [plainOfAll, plainOfVenue] = [pageOf(plainSource), pageOf(plainSource, { venue: 'Venue 0' })];
    for (const name of PAYLOADS) {
      const source = refreshedSource(renamed(rows, name));
      for (const venue of [undefined, name]) {
        const plain = venue === undefined ? plainOfAll : plainOfVenue;
        const page = pageOf(source, { spreadsheet: name, ...(venue === undefined ? {} : { venue }) });
        const html = writeHtml(page);
        // Which venues are listed may change with the order of names, not what they are made of.
        if (rowsBelow(page, 'Most missing').length === rowsBelow(plain, 'Most missing').length) {
          expect(namesOf(html)).toEqual(namesOf(writeHtml(plain)));
        }
        expect(html).not.toMatch(/<script|<svg|<b>|<img src=x|onerror=(?!alert\(1\)&#62;)/);
        const addresses = [
          ...tagsOf(html)
            .join(' ')
            .matchAll(/(?:href|src)="([^"]*)"/g),
        ].map(([, one]) => one);
        expect(new Set(addresses)).toEqual(new Set(['cid:picture', plain.link.address]));
        for (const text of [readerText(html), writeText(page), page.subject]) {
          expect(text).not.toMatch(/https?:\/\/evil|evil\.example|@evil|javascript:a/);
        }
        expect(page.subject).not.toMatch(/[\r\n]/);
        tried += 1;
      }
    }
    expect(tried).toBe(2 * PAYLOADS.length);
  });
});

describe('a message to Google Chat', () => {
  test('holds no tag, link or mention, and at most 32,000 bytes, whatever the names are', () => {
    const rows = randomRows(5, 250);
    for (const name of [...PAYLOADS, '<users/all>', '<https://evil.example|Pay>', '*bold*'.repeat(20)]) {
      const page = pageOf(refreshedSource(renamed(rows, name)), { spreadsheet: name });
      const message = writeChatMessage(page);
      const text = JSON.stringify({ ...JSON.parse(message), link: page.link.address });
      expect(text.replace(page.link.address, '')).not.toMatch(/[<>]|https?:\/\/evil|@evil/);
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(32_000);
    }
  });
});

describe('a page', () => {
  test('is small with its picture, however long the names are', () => {
    const rows = Array.from({ length: 60 }, (_, at) =>
      renamed(randomRows(at, 200), `${at} ${'Ünïcödé & <Hotel> '.repeat(30)}`),
    ).flat();
    const page = pageOf(refreshedSource(rows), { spreadsheet: 'Very long name '.repeat(40) });
    const bytes = writeMail(page).picture;
    const size =
      Buffer.byteLength(writeHtml(page)) + Buffer.byteLength(writeText(page)) + (bytes.length * 4) / 3;
    expect(size).toBeLessThan(100_000);
    expect(page.subject.length).toBeLessThanOrEqual(80);
    expect(page.subject).toMatch(/^True fulfilment [\d.]+% \(week of 2 Mar\), Very long name/);
  });

  test('of one venue is about it alone', () => {
    const rows = randomRows(3, 900);
    const own = rows.filter((row) => row[VENUE] === 'Venue 0');
    const page = pageOf(refreshedSource(rows), { venue: 'Venue 0' });
    const alone = pageOf(refreshedSource(own));
    expect(page.kicker).toBe('Venue 0 · week of 2 Mar 2026');
    expect(page.subject).toBe(`${page.headline} (week of 2 Mar), Venue 0`);
    expect(partsOf(page, 'tiles')).toEqual(partsOf(alone, 'tiles'));
    // Its ranges take the likeness of all venues, so only the figures are the same.
    const values = (one: typeof page) =>
      partsOf(one, 'picture').map(({ alternative }) => alternative.replace(/ \([^)]*\)/g, ''));
    expect(values(page)).toEqual(values(alone));
    expect(page.sentence).toMatch(/^[\d.]+% filled, .* Most people missing for Role \d \(\d+\)\.$/);
    expect(rowsBelow(page, 'normal week')).toEqual(rowsBelow(alone, 'normal week'));
    expect(partsOf(page, 'table')[0]?.head[0]).toBe('Job title');
  });

  test('of a month is about the last complete one', () => {
    const page = pageOf(refreshedSource(randomRows(4)), { unit: 'month' });
    expect(page.kicker).toBe('Shift planning · Feb 2026');
    expect(page.subject).toBe(`${page.headline} (Feb 2026), Shift planning`);
    // December began before the report did.
    const [picture] = partsOf(page, 'picture');
    expect(picture?.caption).toMatch(/^1 Jan–28 Feb 2026\. /);
  });

  test('says what it is when it is a test or of sample data', () => {
    const rows = randomRows(2);
    expect(pageOf(refreshedSource(rows)).mark).toBe('');
    const tried = pageOf(refreshedSource(rows, { isSample: true }), { test: 'TEST: for you alone.' });
    expect(tried.subject).toMatch(/^TEST: /);
    expect(tried.mark).toBe('TEST: for you alone. SAMPLE: figures of an employer that doesn’t exist.');
    expect(writeText(tried)).toContain(tried.mark);
    expect(readerText(writeHtml(tried))).toContain(tried.mark);
    expect(pageOf(refreshedSource(rows, { isSample: true })).subject).toMatch(/^SAMPLE: /);
    expect(tried.notes[tried.notes.length - 1]).toBe(
      'To change or stop it, open “Shift planning”: Extensions ▸ Shift Reports, tab Alerts, section Summary emails.',
    );
  });

  test('gives the range of percentages where definitions disagree', () => {
    // Two records settle nothing: no-shows may be of booked, or of booked and came.
    const crew = (worked: number) => ({
      venue: 'Bar',
      posted: 10,
      booked: 10,
      worked,
      noShows: 4,
      demand: 10,
    });
    const rows = [crew(2), crew(3)].map((one, at) =>
      shiftRow({ ...one, day: at === 0 ? '2026-03-02' : '2026-03-03' }),
    );
    const source = { ...refreshedSource(rows), keptDefinitions: undefined };
    const noShows = partsOf(pageOf(source), 'tiles')[0]?.find(({ label }) => label === 'No-shows %');
    expect([noShows?.value, noShows?.lines[0]]).toEqual(['40.0–61.5%', 'depends on the definition']);
  });

  test('without shifts says so, and has neither a picture nor, without an address, a button', () => {
    const page = pageOf(refreshedSource([]), { test: 'TEST: for you alone.', link: '' });
    expect([page.headline, page.sentence]).toEqual(['Shift fulfilment', 'No shifts in this week.']);
    expect(writeMail(page)).toMatchObject({ picture: [], html: expect.not.stringContaining('<img') });
    expect(page.blocks).toEqual([]);
    expect(page.notes.join(' ')).not.toMatch(/definition|basis|worked/);
    const { sections } = JSON.parse(writeChatMessage(page)).cardsV2[0].card;
    expect(sections).toHaveLength(1);
  });

  test('says who is missing in the singular, and leaves shifts without a venue out of those of one', () => {
    const crew = { day: '2026-03-02', posted: 44, booked: 42, demand: 40 };
    const rows = [
      shiftRow({ ...crew, venue: 'Bar', worked: 39 }),
      shiftRow({ ...crew, venue: null, worked: 20 }),
    ];
    expect(pageOf(refreshedSource(rows)).sentence).toMatch(/ Most people missing at \(no name\) \(20\)\.$/);
    expect(pageOf(refreshedSource(rows), { venue: 'Bar' }).sentence).toMatch(/ 1 person was missing\.$/);
  });

  test('gives no true fulfilment that is withheld', () => {
    const rows = (length: number, sent: number | null) =>
      Array.from({ length }, () =>
        shiftRow({
          ...{ day: '2026-03-02', posted: 10, booked: 10, worked: 5, noShows: 5, demand: 10 },
          sent: { TRUE_FULFILMENT_PERCENTAGE: sent },
        }),
      );
    const open = pageOf(refreshedSource(rows(5, null)));
    expect(open.sentence).toBe(
      '50.0–100.0% filled, depending on the definition: see below. 25 people were missing.',
    );
    expect(rowsBelow(open, 'Most missing')[0]?.cells[2]).toBe('50.0–100.0%');
    const unknown = pageOf(refreshedSource(rows(20, 42.4)));
    expect(unknown.sentence).toMatch(/^True fulfilment can’t be given: see below/);
    expect(rowsBelow(unknown, 'Most missing')[0]?.cells[2]).toBe('–');
  });

  test.each([
    [9, true],
    [10, false],
  ])('whose last day was %i days ago says that it may still be corrected: %j', (age, isNoted) => {
    // The week's seventh day; the next week is over when it is thirteen days old.
    const source = refreshedSource(randomRows(8), { today: WEEK + 6 + age, weekStart: 1 });
    const { notes, kicker } = pageOf(source, { start: WEEK });
    expect(kicker).toContain('week of 2 Mar 2026');
    expect(notes.some((note) => note.includes('may still be corrected'))).toBe(isNoted);
  });
});

/** Mondays of the thirteen weeks before Monday, 9 March 2026. */
const MONDAYS = daysFrom('2025-12-08', 13, 7);

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
const tilesOf = (page: MailDocument) => partsOf(page, 'tiles')[0] ?? [];
const captionOf = (page: MailDocument) => partsOf(page, 'picture')[0]?.caption ?? '';
/** The verdicts of the list of venues. */
const verdictsOf = (page: MailDocument) =>
  Object.fromEntries(rowsBelow(page, 'Most missing').map(({ cells: [name], below }) => [name, below]));
const EACH = ['Half', 'Nearly', 'Good'].map((venue) => ({ VENUE_NAME: venue, TARGET: 90 }));
const sourceWith = (lines: readonly Cells[]) => refreshedSource(ROWS, { targets: readRows(lines) });

test('a week that moved says what changed, in a block of its own', () => {
  const crew = { posted: 440, booked: 420, noShows: 9, demand: 400 };
  const fallen = MONDAYS.flatMap((day, week) => [
    shiftRow({ day, venue: 'Bar', ...crew, worked: 380 - (week % 3) }),
    shiftRow({ day, venue: 'Pier', ...crew, worked: week === 12 ? 300 : 381 }),
  ]);
  const [changed] = pageOf(refreshedSource(fallen)).blocks.filter(({ title }) => title === 'What changed');
  expect(tilesOf(pageOf(refreshedSource(fallen)))[0]?.lines[1]).toBe('the worst of 13 weeks');
  expect(changed?.text).toMatch(/^True fulfilment [\d.]+%, down .*: 10\.1 points from Pier/);
  const titles = partsOf(pageOf(refreshedSource(ROWS)), 'title');
  expect(titles).not.toContain('What changed');
});

test('tells no change of a sum that leaves out records of one of the weeks, but how many it leaves out', () => {
  const demand = SPEC_NAMES.indexOf('TRUE_DEMAND');
  const linesOf = (blankWeek: number) => {
    const blank = weekly('Bar', () => 20).map((row, week) =>
      row.map((value, at) => (at === demand && week === blankWeek ? null : value)),
    );
    const missing = tilesOf(pageOf(refreshedSource([...ROWS, ...blank])))[4];
    return [missing?.label, ...(missing?.lines ?? []).filter(Boolean)];
  };
  expect(linesOf(12)).toEqual(['Missing people', '1 record without a value']);
  expect(linesOf(11)).toEqual(['Missing people']);
  expect(linesOf(-1)).toEqual(['Missing people', '▼ 1']);
});

describe('a summary email beside targets', () => {
  test('shows the targets of some venues beside these alone, with the words of the Scorecard', () => {
    const page = pageOf(sourceWith(EACH));
    expect(tilesOf(page)[0]?.lines[2]).toBe('target 90.0% for some');
    expect(captionOf(page)).toMatch(/The band is the likely range\.$/);
    expect(verdictsOf(page)).toEqual({
      Half: 'target 90.0%: missed',
      Nearly: expect.stringMatching(/^target 90\.0%: (?:met|just missed)$/),
      Good: 'target 90.0%: met',
      Free: '',
    });
    expect(page.sentence).toMatch(/^[\d.]+% filled, (?:up|down) from /);
  });

  test('shows a target that all shifts have beside the figure and in the trend', () => {
    const page = pageOf(sourceWith([{ TARGET: 90 }]));
    expect(tilesOf(page)[0]?.lines[2]).toBe('target 90.0%: missed');
    expect(captionOf(page)).toMatch(/The band is the likely range, the orange line the target 90\.0%\.$/);
    expect(page.sentence).toMatch(/^[\d.]+% filled, [\d.]+ points below target, /);
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
    expect(tilesOf(page).map(({ label, lines: [, , target] }) => [label, target])).toEqual([
      ['True fulfilment', 'target 90.0%: missed'],
      ['Booked, of posted', 'target 80.0%: met'],
      ['Worked, of booked', ''],
      ['No-shows, of booked', ''],
      ['Missing people', ''],
      ['People needed', ''],
    ]);
  });

  test('judges two weeks as independent positions: they do not tell how much weeks differ', () => {
    const targets = readRows(EACH);
    const rows = ROWS.filter((row) => Number(row[0]) >= serialOf('2026-02-23'));
    const page = pageOf(refreshedSource(rows, { targets }));
    expect(verdictsOf(page).Half).toBe('target 90.0%: missed');
  });

  test('of one venue is judged by its own target, and one without a target not at all', () => {
    const source = sourceWith(EACH);
    const half = pageOf(source, { venue: 'Half' });
    expect(half.sentence).toContain('50.0% filled, 40.0 points below target.');
    expect(rowsBelow(half, 'Most missing')[0]?.below).toBe('target 90.0%: missed');
    const free = pageOf(source, { venue: 'Free' });
    expect([tilesOf(free)[0]?.lines[2], captionOf(free).includes('target')]).toEqual(['', false]);
    expect(free.sentence).not.toContain('arget');
    const none = pageOf(refreshedSource(ROWS));
    expect(writeText(none)).not.toContain('target');
  });
});
