import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { PackTrial } from '../../../src/packs/pack-preview';
import { dashboardSource } from '../../support/dashboard-source';
import { serialOf, shiftRow } from '../../support/shift-records';
import { Packing, WEEKLY } from './packing';

/* A pack that is shown or sent to its first address before it is saved. */

const crew = { posted: 44, booked: 42, demand: 40 };
/** Two venues on Monday, 2 March 2026: at Pier 30 of 40 came, at the Old Mill 20. */
const ROWS = [
  shiftRow({ ...crew, day: '2026-03-02', venue: 'Pier', worked: 30 }),
  shiftRow({ ...crew, day: '2026-03-02', venue: 'Old Mill', worked: 20 }),
];

function trial(rows: readonly ShiftRow[], mailDomains: readonly string[] = []) {
  const book = new Packing(mailDomains);
  // From Monday, 23 February.
  const range = { from: serialOf('2026-02-23'), to: serialOf('2026-03-08') };
  const services = {
    ...{ document: book.document, mailer: book.mailer, calendar: book.calendar, mailDomains },
    gzip: (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))],
  };
  const of = (days = range) =>
    new PackTrial({ ...services, sourceOf: () => dashboardSource(rows, { range: days }) });
  return { book, of, packs: of() };
}

describe('a test of a pack', () => {
  test('goes to its first address alone, marked as a test', () => {
    const { book, packs } = trial(ROWS);
    const form = { ...WEEKLY, to: ['ann@employer.example', 'bob@employer.example'] };
    expect(packs.send(form)).toBe('a…@employer.example');
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['ann@employer.example']);
    expect(book.mailer.mails[0]?.subject).toMatch(/^TEST: .* \(week of 2 Mar\), Rotas$/);
  });

  test('goes to the whole address of a saved pack that the sidebar shows in part', () => {
    const { book, packs } = trial(ROWS);
    book.list.save(WEEKLY);
    const [saved] = book.views();
    packs.send({ ...WEEKLY, id: saved?.id ?? '', to: ['a…@employer.example'] });
    expect(book.mailer.mails[0]?.to).toBe('ann@employer.example');
    expect(() => packs.send({ ...WEEKLY, to: ['a…@employer.example'] })).toThrow(
      'Enter the whole address: no saved address looks like a…@employer.example.',
    );
  });

  test('without an address says so', () => {
    const { packs } = trial(ROWS);
    expect(() => packs.send({ ...WEEKLY, to: [] })).toThrow('Enter at least one email address.');
  });

  test('stays within the domains that the administrator allows', () => {
    const { book, packs } = trial(ROWS, ['elsewhere.example']);
    expect(() => packs.send(WEEKLY)).toThrow('Ask your administrator: email goes to elsewhere.example only.');
    expect(book.mailer.mails).toEqual([]);
  });

  test('says whether Google refused the address or all mail of the account', () => {
    const { book, packs } = trial(ROWS);
    book.mailer.refusedAddresses.add('ann@employer.example');
    expect(() => packs.send(WEEKLY)).toThrow(
      'Check the address a…@employer.example: Google refused the test.',
    );
    book.mailer.refuses = true;
    expect(() => packs.send(WEEKLY)).toThrow(
      'Wait a day or allow email: Google sends no email from your account today.',
    );
  });
});

describe('a preview of a pack', () => {
  test('is of the whole report, or of the venue with the most missing people', () => {
    const { packs } = trial(ROWS);
    expect(packs.preview(WEEKLY).subject).toMatch(/, Rotas$/);
    const preview = packs.preview({ ...WEEKLY, split: 'venue' });
    expect(preview.subject).toMatch(/, Old Mill$/);
    expect(preview.text).toContain('20 people were missing, most as Chef.');
  });

  test('of a pack by venue is of the whole report where no venue had a shift', () => {
    expect(trial([]).packs.preview({ ...WEEKLY, split: 'venue' }).subject).toMatch(/, Rotas$/);
  });

  test.each([
    [
      'week',
      'Choose a report with the whole last week, such as “last 13 weeks”: this one has no complete week.',
    ],
    [
      'month',
      'Choose a report with the whole last month, such as “last 3 months”: this one has no complete month.',
    ],
  ] as const)('without a complete %s says which report to choose', (every, sentence) => {
    // From Tuesday to Sunday.
    const packs = trial(ROWS).of({ from: serialOf('2026-03-03'), to: serialOf('2026-03-08') });
    expect(() => packs.preview({ ...WEEKLY, every })).toThrow(sentence);
  });
});
