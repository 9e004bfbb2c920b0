import { describe, expect, test } from '@jest/globals';
import { failureNews } from '../../../../src/reports/mail/failure-mail';
import { readDocumentState } from '../../../../src/reports/saved/document-state';
import { reportProperty, Scheduling } from '../../../support/stub-schedule';

const HOUR = 3600;
const DAY = 24 * HOUR;
const CONTENT = {
  ...{ changedAt: 0, generatedAt: null, rows: 1, from: 1, to: 1 },
  ...{ checks: '', hash: '', owner: '' },
};
const REFUSED = 'Press “Change connection”: the service refused the sign-in. (HTTP\u00a0401)';
const SLOW = 'Try again later: the service did not answer in time. (HTTP\u00a0504)';

/** Three reports on a daily schedule with mail for Ann; it is noon. */
function mailing(email = 'ann@employer.example'): Scheduling {
  const sheets = [['r-1', 'Shifts'] as const, ['r-2', 'Bars'] as const, ['r-3', 'Halls'] as const];
  const book = new Scheduling(Object.assign({}, ...sheets.map(([id, sheet]) => reportProperty(id, sheet))));
  book.scheduler.save({ every: 'day', hour: 6, email });
  return book;
}

describe('mail about failures', () => {
  test('names each cause once, what to do, the sheets with it, since when and when they are tried again; no more', () => {
    const book = mailing();
    book.document.write({
      'report.r-1': JSON.stringify({
        ...JSON.parse(book.document.readAll()['report.r-1'] ?? '{}'),
        content: { ...CONTENT, refreshedAt: Date.parse('2026-03-08T06:50:00Z') },
      }),
    });
    book.ran('r-1', 'failed', REFUSED);
    book.ran('r-2', 'failed', SLOW);
    book.ran('r-3', 'failed', REFUSED);
    const [mail, ...others] = book.mail();
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([
      'ann@employer.example',
      'Shift Reports: 3 reports not refreshed in “Rotas”',
    ]);
    expect(mail?.body.split('\n\n')).toEqual([
      'Rotas',
      '3 reports not refreshed',
      [
        'Press “Change connection”: the service refused the sign-in. (HTTP\u00a0401)',
        'Shifts: next try 11 Mar 2026, 06:00 to 07:00, not refreshed since 8 Mar 2026, 06:50',
        'Halls: next try 11 Mar 2026, 06:00 to 07:00, never refreshed',
      ].join('\n'),
      [
        'Nothing to do, the schedule tries again: the service did not answer in time. (HTTP\u00a0504)',
        'Bars: next try 11 Mar 2026, 06:00 to 07:00, never refreshed',
      ].join('\n'),
      'Open the spreadsheet: https://docs.google.com/spreadsheets/d/1abc/edit',
      'You get this because the schedule was saved with your address. To stop it, clear the address: Extensions ▸ Shift Reports, tab Settings, Schedule.',
    ]);
  });

  test('about a refused connection says where to connect again', () => {
    const [told, others] = (['credentials_rejected', 'unreachable'] as const).map((code) => {
      const book = mailing();
      book.ran('r-1', 'failed', REFUSED, code);
      return book.mail()[0]?.body;
    });
    expect(told).toContain('tab Settings, Change connection. Until then each try fails.');
    expect(others).not.toContain('Change connection. Until');
  });

  test('counts all that fail beside what is new or over', () => {
    const book = mailing();
    const subjects = [
      () => book.ran('r-1', 'failed', SLOW),
      () => book.ran('r-2', 'failed', SLOW),
      () => book.ran('r-2', 'refreshed'),
    ].map((step) => {
      step();
      const [mail] = book.mail();
      book.clock.advance(DAY);
      return mail?.subject;
    });
    expect(subjects).toEqual([
      'Shift Reports: 1 report not refreshed in “Rotas”',
      'Shift Reports: 2 reports not refreshed, 1 newly reported in “Rotas”',
      'Shift Reports: 1 report not refreshed, 1 report refreshed again in “Rotas”',
    ]);
  });

  test('comes once while the cause lasts, again for another, and tells the end', () => {
    const book = mailing();
    const steps = [
      () => book.ran('r-1', 'failed', REFUSED),
      () => book.ran('r-1', 'failed', REFUSED),
      () => book.ran('r-1', 'failed', SLOW),
      () => book.ran('r-1', 'unfinished', 'Fetched 9 of 20 days so far.'),
      () => book.ran('r-1', 'held', 'Replace the table?'),
      () => book.ran('r-1', 'refreshed'),
      () => book.ran('r-1', 'refreshed'),
    ];
    const subjects = steps.map((step) => {
      step();
      const mails = book.mail().map(({ subject }) => subject.replace('Shift Reports: ', ''));
      book.clock.advance(DAY);
      return mails;
    });
    expect(subjects).toEqual([
      ['1 report not refreshed in “Rotas”'],
      [],
      ['1 report not refreshed in “Rotas”'],
      [],
      ['1 report not refreshed in “Rotas”'],
      ['1 report refreshed again in “Rotas”'],
      [],
    ]);
  });

  test('links to the one sheet that it is about', () => {
    const book = mailing();
    const report = JSON.parse(book.document.readAll()['report.r-1'] ?? '{}');
    book.document.write({ 'report.r-1': JSON.stringify({ ...report, sheetId: 7 }) });
    book.ran('r-1', 'failed', SLOW);
    expect(book.mail()[0]?.body).toContain(
      'Open the sheet: https://docs.google.com/spreadsheets/d/1abc/edit#gid=7',
    );
  });

  test('goes to nobody without an address, and starts over with another one', () => {
    const book = mailing('');
    book.ran('r-1', 'failed', SLOW);
    expect(book.mail()).toEqual([]);
    book.scheduler.save({ every: 'day', hour: 6, email: 'ann@employer.example' });
    book.scheduler.save({ every: 'day', hour: 6, email: 'bob@employer.example' });
    expect(book.mail().map(({ to }) => to)).toEqual(['bob@employer.example']);
  });

  test('has nothing to say where nothing fails, also to someone who gets mail about something else', () => {
    const book = mailing();
    book.ran('r-1', 'refreshed');
    const state = readDocumentState(book.document.readAll());
    expect(failureNews(state, book.clock.now(), book.calendar)).toEqual([]);
  });

  test('of a report that was removed is over without a word', () => {
    const book = mailing();
    book.ran('r-1', 'failed', SLOW);
    book.mail();
    book.document.write({ 'report.r-1': '' });
    book.clock.advance(DAY);
    expect(book.mail()).toEqual([]);
  });
});
