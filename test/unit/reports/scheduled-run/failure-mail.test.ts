import { describe, expect, test } from '@jest/globals';
import type { FailureCode } from '../../../../src/employer-api/errors';
import type { ReportOutcome } from '../../../../src/reports/scheduled-run/failure-mail-episodes';
import { reportProperty, Scheduling } from '../../../support/stub-schedule';

const REFRESHED = Date.parse('2026-03-10T09:00:00Z');
const HOUR = 3600;

function failing(id: string, sheet: string, code: FailureCode, message: string): ReportOutcome {
  return { id, sheet, failure: { code, message }, refreshedAt: REFRESHED };
}

function fine(id: string, sheet: string, refreshedAt: number): ReportOutcome {
  return { id, sheet, failure: null, refreshedAt };
}

const SLOW = failing('r-1', 'Shifts', 'upstream_timeout', 'Try again in a minute. (HTTP 504, ref c-1)');
const DENIED = failing('r-1', 'Shifts', 'wrong_employer', 'Check the region. (HTTP 403, ref c-2)');
const OTHER = failing('r-2', 'Other', 'upstream_timeout', 'Try again in a minute. (HTTP 504, ref c-3)');

/** An hourly schedule over two reports, with mail for Ann. */
class Mailing extends Scheduling {
  constructor(email = 'ann@employer.example') {
    super({ ...reportProperty('r-1', 'Shifts'), ...reportProperty('r-2', 'Other') });
    this.scheduler.save({ every: 'hour', hour: 0, email });
  }

  /** A scheduled run that met this, an hour after the last. @returns The mails that it sent. */
  run(...outcomes: ReportOutcome[]) {
    const before = this.mailer.mails.length;
    const run = this.scheduler.wake('trigger-1')?.begin();
    if (run === undefined) throw new Error('Nothing was due.');
    this.document.log.length = 0;
    this.mail.tell(run, outcomes);
    this.clock.advance(HOUR);
    return this.mailer.mails.slice(before);
  }

  subjects(...outcomes: ReportOutcome[]): string[] {
    return this.run(...outcomes).map(({ subject }) => subject);
  }
}

describe('mail about failures', () => {
  test('says what failed, what to do, since when, what the sheet shows, and how to end it', () => {
    expect(new Mailing().run(SLOW)).toEqual([
      {
        to: 'ann@employer.example',
        subject: 'Shift Reports: 1 report not refreshed in “Rotas”',
        body: [
          'Spreadsheet: Rotas',
          'Not refreshed:',
          '“Shifts”: Try again in a minute. (HTTP 504, ref c-1)\nFailing since 2026-03-10 12:00. The sheet still shows what was fetched 2026-03-10 09:00.',
          'Times are in the spreadsheet’s time zone, Europe/London. You get this because the schedule was saved with your address (Extensions ▸ Shift Reports, section Schedule; empty it there to get no more). While a report keeps failing for the same reason there is no further mail; there is one when it is refreshed again.',
        ].join('\n\n'),
      },
    ]);
  });

  test('comes once while the same lasts, and once when it is over', () => {
    const book = new Mailing();
    expect(book.subjects(SLOW).length).toBe(1);
    expect(book.subjects(SLOW)).toEqual([]);
    expect(book.subjects(SLOW)).toEqual([]);
    const [mail] = book.run(fine('r-1', 'Shifts', book.clock.now()));
    expect(mail?.subject).toBe('Shift Reports: 1 report refreshed again in “Rotas”');
    expect(mail?.body).toContain('“Shifts”: failing since 2026-03-10 12:00, refreshed 2026-03-10 15:00.');
    expect(book.subjects(fine('r-1', 'Shifts', REFRESHED))).toEqual([]);
  });

  test('comes again for another reason, but not when an earlier one comes back before it is over', () => {
    const book = new Mailing();
    const counts = [SLOW, DENIED, SLOW, DENIED].map((outcome) => book.subjects(outcome).length);
    expect(counts).toEqual([1, 1, 0, 0]);
    book.run(fine('r-1', 'Shifts', REFRESHED));
    expect(book.subjects(SLOW).length).toBe(1);
  });

  test('about several reports is one', () => {
    const book = new Mailing();
    expect(book.subjects(SLOW, OTHER)).toEqual(['Shift Reports: 2 reports not refreshed in “Rotas”']);
    expect(book.subjects(DENIED, fine('r-2', 'Other', REFRESHED))).toEqual([
      'Shift Reports: 1 report not refreshed, 1 report refreshed again in “Rotas”',
    ]);
  });

  test('says nothing of a report that was not tried, nor of one that is gone', () => {
    const book = new Mailing();
    book.run(SLOW, OTHER);
    expect(book.subjects()).toEqual([]);
    book.document.remove('report.r-2');
    expect(book.subjects(fine('r-1', 'Shifts', REFRESHED))).toEqual([
      'Shift Reports: 1 report refreshed again in “Rotas”',
    ]);
    expect(book.stored().told).toEqual({});
  });

  test('costs nothing when there is no news', () => {
    const book = new Mailing();
    book.run(SLOW);
    const waits = book.lock.waits.length;
    book.run(SLOW);
    // The run itself took the lock once.
    expect([book.document.log, book.lock.waits.length]).toEqual([[], waits + 1]);
  });

  test('goes to nobody who gave no address, and nothing counts as told', () => {
    const book = new Mailing('');
    expect(book.subjects(SLOW)).toEqual([]);
    expect(book.stored().told).toEqual({});
  });

  test('goes to whoever’s trigger runs, at the address that this person gave', () => {
    const book = new Mailing();
    book.scheduler.save({ every: 'hour', hour: 0, email: 'bob@employer.example' });
    // Bob's trigger does not come, so Ann's steps in.
    book.clock.advance(2 * HOUR);
    expect(book.run(SLOW).map(({ to }) => to)).toEqual(['ann@employer.example']);
  });

  test('starts anew when someone saves the schedule', () => {
    const book = new Mailing();
    book.run(SLOW);
    book.scheduler.save({ every: 'hour', hour: 0, email: 'bob@employer.example' });
    const run = book.scheduler.wake('trigger-2')?.begin();
    if (run) book.mail.tell(run, [SLOW]);
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['ann@employer.example', 'bob@employer.example']);
  });

  test('is not sent by a run whose schedule was set anew meanwhile', () => {
    const book = new Mailing();
    const run = book.scheduler.wake('trigger-1')?.begin();
    book.scheduler.save({ every: 'off', hour: 0 });
    if (run) book.mail.tell(run, [SLOW]);
    expect(book.mailer.mails).toEqual([]);
  });

  test('about more failing reports than can be remembered is about the first thirty', () => {
    const book = new Mailing();
    const many = Array.from({ length: 40 }, (_, number) => ({
      ...SLOW,
      id: `m-${number}`,
      sheet: `M${number}`,
    }));
    for (const { id, sheet } of many) book.document.write(reportProperty(id, sheet));
    expect(book.subjects(...many)).toEqual(['Shift Reports: 30 reports not refreshed in “Rotas”']);
    expect(book.subjects(...many)).toEqual([]);
    expect(Buffer.byteLength(book.document.readAll().schedule ?? '')).toBeLessThan(9000);
  });
});

describe('mail that the platform refuses', () => {
  test('is noted and not sent again; the next that goes through clears the note', () => {
    const book = new Mailing();
    book.mailer.refuses = true;
    expect(book.run(SLOW)).toEqual([]);
    expect(book.stored()).toMatchObject({ mailRefused: true });
    book.mailer.refuses = false;
    expect(book.run(SLOW)).toEqual([]);
    expect(book.run(DENIED).length).toBe(1);
    expect(book.stored()).toMatchObject({ mailRefused: false });
  });
});

describe('mail that cannot be noted', () => {
  test('is not sent; the next run tells', () => {
    const book = new Mailing();
    const run = book.scheduler.wake('trigger-1')?.begin();
    book.document.refusesWrites = true;
    if (run) book.mail.tell(run, [SLOW]);
    expect([book.mailer.mails, book.lock.isHeld]).toEqual([[], false]);
    book.document.refusesWrites = false;
    book.clock.advance(HOUR);
    expect(book.subjects(SLOW).length).toBe(1);
  });

  test('because another execution has the lock waits for the next run', () => {
    const book = new Mailing();
    const run = book.scheduler.wake('trigger-1')?.begin();
    book.lock.refusals = 1;
    if (run) book.mail.tell(run, [SLOW]);
    expect(book.mailer.mails).toEqual([]);
  });
});

describe('names in mail', () => {
  test('cannot begin a line of their own, nor fill the subject', () => {
    const book = new Mailing();
    book.mailer.spreadsheetName = () => `Rotas\r\nBcc: eve@evil.example\n${'x'.repeat(200)}`;
    const [mail] = book.run({ ...SLOW, sheet: 'A\n\nRefreshed again:' });
    expect(mail?.subject).toMatch(
      /^Shift Reports: 1 report not refreshed in “Rotas Bcc: eve@evil\.example x+…”$/,
    );
    expect(mail?.subject.length).toBeLessThan(160);
    expect(mail?.body.split('\n').filter((line) => line.startsWith('Refreshed again'))).toEqual([]);
  });

  test('of a spreadsheet that cannot be read are left out', () => {
    const book = new Mailing();
    book.mailer.spreadsheetName = () => '';
    const [mail] = book.run({ ...SLOW, refreshedAt: null });
    expect(mail?.subject).toBe('Shift Reports: 1 report not refreshed');
    expect(mail?.body.startsWith('Not refreshed:\n\n“Shifts”: ')).toBe(true);
    expect(mail?.body).toContain('The sheet was never filled.');
  });
});
