import { describe, expect, test } from '@jest/globals';
import type { FailureCode } from '../../../../src/employer-api/errors';
import { readDocumentState } from '../../../../src/reports/saved/document-state';
import { formatSavedReport } from '../../../../src/reports/saved/saved-report';
import type { Schedule } from '../../../../src/reports/saved/saved-schedule';
import type { ReportOutcome } from '../../../../src/reports/schedule/failure-mail';
import { describeSchedule } from '../../../../src/reports/schedule/schedule';
import { reportProperty, Scheduling } from '../../../support/stub-schedule';

const REFRESHED = Date.parse('2026-03-10T09:00:00Z');
const HOUR = 3600;

function failing(id: string, sheet: string, code: FailureCode, message: string): ReportOutcome {
  return { id, sheet, failure: { code, message }, refreshedAt: REFRESHED };
}

function fine(id: string, sheet: string, refreshedAt: number | null): ReportOutcome {
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
    const run = this.woken('trigger-1');
    this.document.log.length = 0;
    this.mail.send(run, outcomes);
    this.clock.advance(HOUR);
    return this.mailer.mails.slice(before);
  }

  /** Notes with the report that its table was fetched now. */
  refreshed(id: string): void {
    const report = readDocumentState(this.document.readAll()).reports.find((one) => one.id === id);
    if (report === undefined) throw new Error(`There is no report ${id}.`);
    const at = this.clock.now();
    const table = { rows: 1, from: 20_158, to: 20_158, issues: 0, empty: 0, checks: [], hash: 'abc' };
    const content = { refreshedAt: at, generatedAt: null, changedAt: at, ...table };
    this.document.write({ [`report.${id}`]: formatSavedReport({ ...report, content }) });
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
          '“Shifts”: Try again in a minute. (HTTP 504, ref c-1)\nFailing since 10 Mar 2026, 12:00. The sheet still shows what was fetched 10 Mar 2026, 09:00.',
          'Times are in the spreadsheet’s time zone, Europe/London. You get this email because the schedule was saved with your address. To stop it, clear the address (Extensions ▸ Shift Reports, tab Settings, Schedule). While a report keeps failing for the same reason, you get no further email about it, only one when it is refreshed again. After three emails within a day, later changes come in one email a day.',
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
    expect(mail?.body).toContain('“Shifts”: failed from 10 Mar 2026, 12:00, refreshed 10 Mar 2026, 15:00.');
    expect(book.subjects(fine('r-1', 'Shifts', REFRESHED))).toEqual([]);
  });

  test('says no time for a report that is fine again without a table, as one that waits for confirmation', () => {
    const book = new Mailing();
    book.run({ ...SLOW, refreshedAt: null });
    expect(book.mailer.mails[0]?.body).toContain('The sheet was never filled.');
    const [mail] = book.run(fine('r-1', 'Shifts', null));
    expect(mail?.body).toContain('“Shifts”: failed from 10 Mar 2026, 12:00.\n');
  });

  test('comes again for another reason, but not when an earlier one comes back before it is over', () => {
    const book = new Mailing();
    const counts = [SLOW, DENIED, SLOW, DENIED].map((outcome) => book.subjects(outcome).length);
    expect(counts).toEqual([1, 1, 0, 0]);
    book.run(fine('r-1', 'Shifts', REFRESHED));
    book.clock.advance(24 * HOUR);
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
    expect(book.stored().reported).toEqual({});
  });

  test('costs nothing when there is no news', () => {
    const book = new Mailing();
    book.run(SLOW);
    const waits = book.lock.waits.length;
    book.run(SLOW);
    expect([book.document.log, book.lock.waits.length]).toEqual([[], waits]);
  });

  test('goes to nobody who gave no address, and nothing counts as told', () => {
    const book = new Mailing('');
    expect(book.subjects(SLOW)).toEqual([]);
    expect(book.stored().reported).toEqual({});
  });

  test('goes to whoever’s trigger runs, at the address that this person gave', () => {
    const book = new Mailing();
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 0, email: 'bob@employer.example' });
    // Bob's trigger does not come, so Ann's steps in.
    book.clock.advance(2 * HOUR);
    expect(book.run(SLOW).map(({ to }) => to)).toEqual(['ann@employer.example']);
  });

  test('goes once to an address that two people gave in different capitals', () => {
    const book = new Mailing('Ops@employer.example');
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 0, email: 'ops@employer.example' });
    for (const outcome of [SLOW, fine('r-1', 'Shifts', REFRESHED)]) {
      const run = book.woken('trigger-2');
      book.mail.send(run, [outcome]);
      book.clock.advance(HOUR);
    }
    expect(book.mailer.mails.map(({ subject }) => subject)).toEqual([
      'Shift Reports: 1 report not refreshed in “Rotas”',
      'Shift Reports: 1 report refreshed again in “Rotas”',
    ]);
  });

  test('starts anew when someone saves the schedule', () => {
    const book = new Mailing();
    book.run(SLOW);
    book.scheduler.save({ every: 'hour', hour: 0, email: 'bob@employer.example' });
    const run = book.woken('trigger-2');
    book.mail.send(run, [SLOW]);
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['ann@employer.example', 'bob@employer.example']);
  });

  test('is not sent by a run whose schedule was set anew meanwhile', () => {
    const book = new Mailing();
    const run = book.woken('trigger-1');
    book.scheduler.save({ every: 'off', hour: 0 });
    book.mail.send(run, [SLOW]);
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

describe('mail that Google refuses', () => {
  const FINE = fine('r-1', 'Shifts', REFRESHED);
  const problem = (book: Mailing) => {
    const state = readDocumentState(book.document.readAll());
    return describeSchedule(state, book.clock.now(), 'Europe/London', book.calendar).mailProblem;
  };

  test.each([1, 2, 3, 5, 30])('about a failure, for %i runs, goes out once with the next', (runs) => {
    const book = new Mailing();
    book.mailer.refuses = true;
    for (let at = 0; at < runs; at += 1) expect(book.run(SLOW)).toEqual([]);
    expect(problem(book)).toMatch(/^Wait a day/);
    book.mailer.refuses = false;
    const [mail, ...others] = [...book.run(SLOW), ...book.run(SLOW), ...book.run(SLOW)];
    expect([mail?.subject, others]).toEqual(['Shift Reports: 1 report not refreshed in “Rotas”', []]);
    // Since the first run, not since the first one whose mail was taken.
    expect(mail?.body).toContain('Failing since 10 Mar 2026, 12:00.');
    expect(problem(book)).toBeNull();
    expect(book.subjects(FINE)).toEqual(['Shift Reports: 1 report refreshed again in “Rotas”']);
  });

  test('goes out with the next run where others hold the lock for 20 seconds after the refusal', () => {
    const book = new Mailing();
    book.mailer.send = () => {
      book.lock.busyMillis = 20_000;
      return false;
    };
    expect(book.run(SLOW)).toEqual([]);
    Reflect.deleteProperty(book.mailer, 'send');
    expect([...book.run(SLOW), ...book.run(SLOW)]).toHaveLength(1);
    expect(problem(book)).toBeNull();
    expect(book.subjects(FINE)).toEqual(['Shift Reports: 1 report refreshed again in “Rotas”']);
  });

  test.each([1, 2, 3, 5, 30])('about the end of one, for %i runs, goes out once with the next', (runs) => {
    const book = new Mailing();
    book.run(SLOW);
    book.mailer.refuses = true;
    for (let at = 0; at < runs; at += 1) expect(book.run(FINE)).toEqual([]);
    book.mailer.refuses = false;
    const subjects = [...book.subjects(FINE), ...book.subjects(FINE)];
    expect(subjects).toEqual(['Shift Reports: 1 report refreshed again in “Rotas”']);
  });

  test('about a failure that is over by then says nothing, neither of it nor of its end', () => {
    const book = new Mailing();
    book.mailer.refuses = true;
    book.run(SLOW);
    expect(book.run(FINE)).toEqual([]);
    book.mailer.refuses = false;
    book.refreshed('r-1');
    expect([...book.run(FINE), ...book.run(FINE)]).toEqual([]);
    const [mail] = book.run(SLOW);
    expect(mail?.body).toContain('Failing since 10 Mar 2026, 16:00.');
    expect(book.subjects(FINE)).toEqual(['Shift Reports: 1 report refreshed again in “Rotas”']);
    expect(book.stored().reported).toEqual({});
  });

  test('about the end of a failure that has come back by then says nothing of either', () => {
    const book = new Mailing();
    book.run(SLOW);
    book.mailer.refuses = true;
    book.run(FINE);
    book.mailer.refuses = false;
    expect(book.run(SLOW)).toEqual([]);
    expect(book.subjects(FINE)).toEqual(['Shift Reports: 1 report refreshed again in “Rotas”']);
  });

  test('tells of another reason once it may, and of the first one no more', () => {
    const book = new Mailing();
    book.run(SLOW);
    book.mailer.refuses = true;
    book.run(DENIED);
    book.mailer.refuses = false;
    const [mail] = book.run(DENIED);
    expect(mail?.body).toContain('Check the region. (HTTP 403, ref c-2)\nFailing since 10 Mar 2026, 12:00.');
    expect(book.run(SLOW)).toEqual([]);
  });

  test('is not tried again before Google says that it takes some, which costs no write', () => {
    const book = new Mailing();
    book.mailer.refuses = true;
    book.run(SLOW);
    expect(book.mailer.asked).toBe(1);
    book.run(SLOW);
    expect([book.mailer.asked, book.document.log]).toEqual([2, []]);
  });

  test('for its address alone is told so, tried again, and after three times in a row once a day', () => {
    const book = new Mailing();
    book.mailer.refusedAddresses.add('ann@employer.example');
    for (let at = 0; at < 24; at += 1) book.run(SLOW);
    expect(book.mailer.asked).toBe(3);
    expect(problem(book)).toBe(
      'Check the address a…@employer.example: Google refused the last email to it. It is tried again with a later run.',
    );
    for (let at = 0; at < 24; at += 1) book.run(SLOW);
    expect(book.mailer.asked).toBe(4);
    book.mailer.refusedAddresses.clear();
    const mails = Array.from({ length: 30 }, () => book.run(SLOW)).flat();
    expect(mails.map(({ subject }) => subject)).toEqual(['Shift Reports: 1 report not refreshed in “Rotas”']);
    expect(problem(book)).toBeNull();
  });

  test('goes to those who were told of the failure, whoever’s trigger finds that it is over', () => {
    const book = new Mailing();
    book.run(SLOW);
    // Without a new start of all mail: Bob’s trigger beside Ann’s.
    const schedule = book.stored() as unknown as Schedule;
    const bob = { ...schedule.runners[0], triggerId: 'trigger-2', email: 'bob@employer.example' };
    book.document.write({ schedule: JSON.stringify({ ...schedule, runners: [...schedule.runners, bob] }) });
    const run = book.woken('trigger-2');
    book.mail.send(run, [FINE]);
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['ann@employer.example', 'ann@employer.example']);
  });

  test('while someone saves the schedule anew counts for nothing: all starts anew', () => {
    const book = new Mailing();
    const [take, email] = [book.mailer.send.bind(book.mailer), 'ann@employer.example'];
    book.mailer.send = () => {
      book.scheduler.save({ every: 'hour', hour: 0, email });
      return false;
    };
    expect(book.subjects(SLOW)).toEqual([]);
    expect(book.stored().reported).toEqual({});
    book.mailer.send = take;
    const run = book.woken('trigger-2');
    book.mail.send(run, [SLOW]);
    expect(book.mailer.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Shift Reports: 1 report not refreshed in “Rotas”'],
    ]);
  });

  test('goes to each of those who were told once mail to this address is taken', () => {
    const book = new Mailing();
    book.run(SLOW);
    const schedule = book.stored() as unknown as Schedule;
    const bob = { ...schedule.runners[0], triggerId: 'trigger-2', email: 'bob@employer.example' };
    book.document.write({ schedule: JSON.stringify({ ...schedule, runners: [...schedule.runners, bob] }) });
    const mailsOf = (outcome: ReportOutcome) => {
      const before = book.mailer.mails.length;
      const run = book.woken('trigger-2');
      book.mail.send(run, [outcome]);
      book.clock.advance(25 * HOUR);
      return book.mailer.mails.slice(before).map(({ to, subject }) => [to, subject.includes('again')]);
    };
    expect(mailsOf(SLOW)).toEqual([['bob@employer.example', false]]);
    book.mailer.refusedAddresses.add('bob@employer.example');
    expect(mailsOf(FINE)).toEqual([['ann@employer.example', true]]);
    book.mailer.refusedAddresses.clear();
    expect(mailsOf(FINE)).toEqual([['bob@employer.example', true]]);
    expect(book.stored().reported).toEqual({});
  });
});

describe('a service that fails and recovers every hour', () => {
  const FINE = (book: Mailing) => fine('r-1', 'Shifts', book.clock.now());
  /** An hourly run each: failing in even hours. @returns The hours in which mail went out, with its subject. */
  const play = (
    book: Mailing,
    from: number,
    hours: number,
    isFlapping = true,
  ): (readonly [number, string])[] =>
    Array.from({ length: hours }, (_, at) => from + at).flatMap((hour) => {
      const outcome = isFlapping && hour % 2 === 0 ? SLOW : FINE(book);
      return book.subjects(outcome).map((subject) => [hour, subject] as const);
    });

  test('makes three mails, then one a day, and mail at once again after a quiet day', () => {
    const book = new Mailing();
    const [failed, again] = ['1 report not refreshed', '1 report refreshed again'];
    const digest = (now: string) => `Shift Reports: 1 report changed, ${now} in “Rotas”`;
    expect(play(book, 0, 75)).toEqual([
      [0, `Shift Reports: ${failed} in “Rotas”`],
      [1, `Shift Reports: ${again} in “Rotas”`],
      [2, `Shift Reports: ${failed} in “Rotas”`],
      [26, digest('1 not refreshed now')],
      [50, digest('1 not refreshed now')],
      [74, digest('1 not refreshed now')],
    ]);
    // It recovers, and stays well: told by the last mail of the kind.
    expect(play(book, 75, 48, false)).toEqual([[98, digest('all refreshed now')]]);
    expect(book.subjects(SLOW)).toEqual([`Shift Reports: ${failed} in “Rotas”`]);
    expect(book.subjects(FINE(book))).toEqual([`Shift Reports: ${again} in “Rotas”`]);
  });

  test('is told with what happened when, and how it stands now', () => {
    const book = new Mailing();
    play(book, 0, 27);
    const [mail] = book.mailer.mails.slice(-1);
    expect(mail?.body.split('\n\n').slice(1, -1)).toEqual([
      'Changed since the last email:',
      '“Shifts”: 24 changes, the newest: refreshed again 11 Mar 2026, 07:00, failed 11 Mar 2026, 08:00, refreshed again 11 Mar 2026, 09:00, ' +
        'failed 11 Mar 2026, 10:00, refreshed again 11 Mar 2026, 11:00, failed 11 Mar 2026, 12:00, refreshed again 11 Mar 2026, 13:00, ' +
        'failed 11 Mar 2026, 14:00.\n' +
        'Now: failing since 11 Mar 2026, 14:00. Try again in a minute. (HTTP 504, ref c-1) The sheet still shows what was fetched 10 Mar 2026, 09:00.',
    ]);
  });

  test.each([
    [
      'failed when it was last tried',
      {
        outcome: 'failed',
        finishedAt: 1,
        message: 'Check the region. (HTTP 403, ref c-2)',
        correlationId: '',
      },
      'Now: failing since 11 Mar 2026, 12:00. Check the region. (HTTP 403, ref c-2) The sheet was never filled.',
    ],
    ['was never tried since it was saved', null, 'Now: refreshed.'],
  ])('in a run that did not come to the report is told as it stands if it %s', (_, lastRun, now) => {
    const book = new Mailing();
    play(book, 0, 25);
    const report = JSON.parse(book.document.readAll()['report.r-1'] ?? '');
    book.document.write({ 'report.r-1': JSON.stringify({ ...report, lastRun }) });
    expect([...book.subjects(OTHER), ...book.subjects(OTHER)]).toEqual([
      expect.stringContaining('changed, '),
    ]);
    const [mail] = book.mailer.mails.slice(-1);
    expect(mail?.body).toMatch(/“Shifts”: \d+ changes/);
    expect(mail?.body).toContain(`.\n${now}`);
  });

  test.each([1, 2, 5, 30])(
    'and mail that Google refuses for %i runs: the collected mail goes out once with the next',
    (runs) => {
      const book = new Mailing();
      play(book, 0, 26);
      book.mailer.refuses = true;
      expect(play(book, 26, runs, false)).toEqual([]);
      book.mailer.refuses = false;
      const sent = play(book, 26 + runs, 30, false);
      expect(sent).toEqual([[26 + runs, 'Shift Reports: 1 report changed, all refreshed now in “Rotas”']]);
      const [mail] = book.mailer.mails.slice(-1);
      expect(mail?.body).toContain('“Shifts”: 23 changes, the newest: ');
    },
  );

  test('never makes more than four mails within a day, and no change is left untold', () => {
    const book = new Mailing();
    const sent = play(book, 0, 24 * 14).map(([hour]) => hour);
    for (const hour of sent) {
      expect(sent.filter((at) => at >= hour && at < hour + 24).length).toBeLessThanOrEqual(4);
    }
    const reported = book.mailer.mails
      .slice(3)
      .map(({ body }) => Number(/(\d+) changes?/.exec(body)?.[1] ?? 1));
    const last = sent[sent.length - 1] ?? 0;
    expect(3 + reported.reduce((sum, count) => sum + count, 0)).toBe(last + 1);
  });

  test('tells nothing of a report that was removed since, not even that all is refreshed', () => {
    const book = new Mailing();
    play(book, 0, 5);
    book.document.remove('report.r-1');
    book.clock.advance(24 * HOUR);
    expect(book.subjects(fine('r-2', 'Other', REFRESHED))).toEqual([]);
  });

  test('is told as failing to whoever heard of it before, where the schedule was saved since without an address', () => {
    const book = new Mailing();
    play(book, 0, 5);
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 0, email: '' });
    book.clock.advance(24 * HOUR);
    const run = book.woken('trigger-2');
    book.mail.send(run, [SLOW]);
    const [mail] = book.mailer.mails.slice(-1);
    expect(mail?.subject).toBe('Shift Reports: 1 report changed, 1 not refreshed now in “Rotas”');
    expect(mail?.body).toContain(
      '\nNow: failing. Try again in a minute. (HTTP 504, ref c-1) The sheet still shows',
    );
  });

  test('of twelve reports does not say that all are refreshed: the two that are only counted may not be', () => {
    const book = new Mailing();
    const ids = Array.from({ length: 12 }, (_, at) => `m-${at}`);
    for (const id of ids) book.document.write(reportProperty(id, id));
    const all = (isFine: (at: number) => boolean) =>
      book.run(...ids.map((id, at) => (isFine(at) ? fine(id, id, REFRESHED) : { ...SLOW, id, sheet: id })));
    for (const isFine of [false, true, false, true, false]) all(() => isFine);
    book.clock.advance(22 * HOUR);
    const [mail] = all((at) => at < 10);
    expect(mail?.subject).toBe('Shift Reports: 10 reports changed, all of these refreshed now in “Rotas”');
    expect(mail?.body).toMatch(/And \d+ more changes of other reports/);
  });

  test('of forty reports fits into one property, and counts what it leaves out', () => {
    const book = new Mailing();
    const ids = Array.from({ length: 40 }, (_, at) => `m-${at}-00000000-0000-4000-8000-000000000000`);
    for (const id of ids) book.document.write(reportProperty(id, id));
    for (let hour = 0; hour < 30; hour += 1) {
      book.run(...ids.map((id) => (hour % 2 === 0 ? { ...SLOW, id, sheet: id } : fine(id, id, REFRESHED))));
    }
    const digest = book.mailer.mails.find(({ subject }) => subject.includes('changed'));
    expect(digest?.subject).toBe(
      'Shift Reports: 10 reports changed, at least 10 not refreshed now in “Rotas”',
    );
    expect(digest?.body).toMatch(/And \d+ more changes of other reports: see the section Activity\./);
    expect(Buffer.byteLength(book.document.readAll().mails ?? '')).toBeLessThanOrEqual(8000);
  });
});

describe('mail that cannot be noted', () => {
  test('is not sent; the next run tells', () => {
    const book = new Mailing();
    const run = book.woken('trigger-1');
    book.document.refusesWrites = true;
    book.mail.send(run, [SLOW]);
    expect([book.mailer.mails, book.lock.isHeld]).toEqual([[], false]);
    book.document.refusesWrites = false;
    book.clock.advance(HOUR);
    expect(book.subjects(SLOW).length).toBe(1);
  });

  test('because another execution has the lock waits for the next run', () => {
    const book = new Mailing();
    const run = book.woken('trigger-1');
    book.lock.refusals = 1;
    book.mail.send(run, [SLOW]);
    expect(book.mailer.mails).toEqual([]);
  });
});

describe('names in mail', () => {
  test('cannot begin a line of their own, nor fill the subject', () => {
    const book = new Mailing();
    book.mailer.spreadsheetName = () => `Rotas\r\nBcc: eve@evil.example\n${'x'.repeat(200)}`;
    const [mail] = book.run({ ...SLOW, sheet: 'A\n\nRefreshed again:' });
    expect(mail?.subject).toMatch(
      /^Shift Reports: 1 report not refreshed in “Rotas Bcc: eve@ evil\. example x+…”$/,
    );
    expect(mail?.subject.length).toBeLessThan(120);
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
