import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { SummaryForm } from '../../../src/contract/summaries';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { previewSummary, testSummary } from '../../../src/summaries/send';
import { dashboardSource } from '../../support/dashboard-source';
import { serialOf, shiftRow } from '../../support/shift-records';
import { SummaryScene, WEEKLY } from './summary-scene';

/* A summary email that is shown or sent to its first address before it is saved. */

const crew = { posted: 44, booked: 42, demand: 40 };
/** Two venues on Monday, 2 March 2026: at Pier 30 of 40 came, at the Old Mill 20. */
const ROWS = [
  shiftRow({ ...crew, day: '2026-03-02', venue: 'Pier', worked: 30 }),
  shiftRow({ ...crew, day: '2026-03-02', venue: 'Old Mill', worked: 20 }),
];

function trial(rows: readonly ShiftRow[], mailDomains: readonly string[] = []) {
  const book = new SummaryScene(mailDomains);
  // From Monday, 23 February.
  const range = { from: serialOf('2026-02-23'), to: serialOf('2026-03-08') };
  const services = {
    ...{ document: book.document, mailer: book.mailer, mailDomains },
    gzip: (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))],
  };
  const of = (days = range) => {
    const own = { ...services, sourceOf: () => dashboardSource(rows, { range: days }) };
    return {
      preview: (form: SummaryForm) => previewSummary(own, form),
      send: (form: SummaryForm) => testSummary(own, form),
    };
  };
  return { book, of, summaries: of() };
}

describe('a test of a summary email', () => {
  test('goes to its first address alone, marked as a test', () => {
    const { book, summaries } = trial(ROWS);
    const form = { ...WEEKLY, to: ['ann@employer.example', 'bob@employer.example'] };
    expect(summaries.send(form)).toBe('a…@employer.example');
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['ann@employer.example']);
    expect(book.mailer.mails[0]?.subject).toMatch(/^TEST: .* \(week of 2 Mar\), Rotas$/);
  });

  test('goes to the whole address of a saved summary email that the sidebar shows in part', () => {
    const { book, summaries } = trial(ROWS);
    book.list.save(WEEKLY);
    const [saved] = book.views();
    summaries.send({ ...WEEKLY, id: saved?.id ?? '', to: ['a…@employer.example'] });
    expect(book.mailer.mails[0]?.to).toBe('ann@employer.example');
    expect(() => summaries.send({ ...WEEKLY, to: ['a…@employer.example'] })).toThrow(
      'Enter the whole address: no saved address looks like a…@employer.example.',
    );
  });

  test('without an address, or to a domain that the administrator does not allow, says so', () => {
    const { book, of } = trial(ROWS, ['elsewhere.example']);
    expect(() => of().send({ ...WEEKLY, to: [] })).toThrow('Enter at least one email address.');
    expect(() => of().send(WEEKLY)).toThrow('Ask your administrator: email goes to elsewhere.example only.');
    expect(book.mailer.mails).toEqual([]);
  });

  test('says whether Google refused the address or all mail of the account', () => {
    const { book, summaries } = trial(ROWS);
    book.mailer.refusedAddresses.add('ann@employer.example');
    expect(() => summaries.send(WEEKLY)).toThrow(
      'Check the address a…@employer.example: Google refused the test.',
    );
    book.mailer.refuses = true;
    expect(() => summaries.send(WEEKLY)).toThrow(
      'Wait a day or allow email: Google sends no email from your account today.',
    );
  });
});

describe('a preview of a summary email', () => {
  test('is of the whole report, or of the venue with the most missing people', () => {
    const { summaries } = trial(ROWS);
    expect(summaries.preview(WEEKLY).subject).toMatch(/, Rotas$/);
    const preview = summaries.preview({ ...WEEKLY, split: 'venue' });
    expect(preview.subject).toMatch(/, Old Mill$/);
    expect(preview.text).toContain('20 people were missing, most as Chef.');
  });

  test('of a summary email by venue is of the whole report where no venue had a shift', () => {
    expect(trial([]).summaries.preview({ ...WEEKLY, split: 'venue' }).subject).toMatch(/, Rotas$/);
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
    const summaries = trial(ROWS).of({ from: serialOf('2026-03-03'), to: serialOf('2026-03-08') });
    expect(() => summaries.preview({ ...WEEKLY, every })).toThrow(sentence);
  });
});
