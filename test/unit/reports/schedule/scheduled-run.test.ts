import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Typed } from '../../../../src/contract/form';
import { SCHEDULE_FORM } from '../../../../src/contract/schedule';
import { SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../../../../src/employer-api/connection';
import { ReportError } from '../../../../src/employer-api/errors';
import { failureNews } from '../../../../src/reports/mail/failure-mail';
import type { Permission } from '../../../../src/reports/permissions';
import type { DocumentState } from '../../../../src/reports/saved/document-state';
import { describeSchedule, saveSchedule } from '../../../../src/reports/schedule/schedule';
import { runSchedule } from '../../../../src/reports/schedule/scheduled-run';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { RECORD, reportAnswer } from '../../../support/sample-report';
import { StubMailer, StubTriggers } from '../../../support/stub-schedule';
import { answer, type StubAnswer } from '../../../support/stub-transport';

const HOUR = 3600;
const ONE = [savedReport('r-1', 'One', 1)];
const TWO = [...ONE, savedReport('r-2', 'Two', 2)];
const SAMPLE = {
  ...SAMPLE_CREDENTIALS,
  region: 'UK',
  fingerprint: 'fingerprint-2',
  authOrigin: SAMPLE_ADDRESSES.auth,
  regionOrigin: SAMPLE_ADDRESSES.regions.UK,
};
const MANY = Array.from({ length: 28 }, (_, at) => ({
  ...RECORD,
  SHIFT_DATE: `2026-03-0${1 + (at % 7)}`,
  SHIFT_ID: 900_000 + at,
}));
const FEWER = 'only 1 shift came';
const MISSING =
  'Have whoever runs the schedule choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow “Connect to an external service”, or press “Take over”: Google needs their permission.';

/** Two saved reports on an hourly schedule with mail for Ann. */
class Runs extends Refreshing {
  readonly triggers = new StubTriggers();
  readonly mailer = new StubMailer();
  /** What Ann has not allowed. */
  withheld: readonly Permission[] = [];
  asked = 0;
  /** What summary emails were made from. */
  stored: DocumentState | undefined;

  constructor(answers: readonly StubAnswer[], reports = TWO) {
    super(answers, reports);
    this.schedule({ every: 'hour', hour: 0, email: 'ann@employer.example' });
  }

  schedule(form: Typed<typeof SCHEDULE_FORM>): void {
    const { document, triggers, calendar, fetching, stores } = this;
    const { lock, clock } = fetching;
    saveSchedule(
      { document, lock, triggers, calendar, clock, mailDomains: [], stores },
      v.parse(SCHEDULE_FORM, form),
    );
  }

  /** What the timer starts, an hour after the last. */
  wake(trigger = 'trigger-1'): void {
    const { document, mailer, fetching } = this;
    fetching.clock.advance(HOUR);
    const missing = (needed: readonly Permission[]) => {
      this.asked += 1;
      return { missing: needed.filter((name) => this.withheld.includes(name)), url: null };
    };
    const services = {
      ...this.services('schedule'),
      triggers: this.triggers,
      authorization: { missing },
      ...{ document, mailer, mailDomains: [], newsSources: [failureNews] },
      summaries: {
        due: () => [],
        send: (state: DocumentState) => {
          this.stored = state;
        },
      },
    };
    runSchedule(services, trigger);
  }
}

describe('a scheduled run', () => {
  test('refreshes all reports and sends no mail', () => {
    const book = new Runs([reportAnswer()], ONE);
    book.refresh('sidebar');
    book.wake();
    expect([book.report().lastRun?.outcome, book.mailer.mails, book.asked]).toEqual(['refreshed', [], 1]);
    // Summary emails find out whether its data is the sample's.
    expect(book.stored).toEqual(book.state());
  });

  test('that is not due asks for nothing, not even whether it may', () => {
    const book = new Runs([reportAnswer()]);
    book.wake('stray');
    expect([book.asked, book.fetching.transport.reportRequests]).toEqual([0, []]);
  });

  test('that fails tells once, throws for the log each time, and says when it is over', () => {
    const book = new Runs([answer(403), reportAnswer()]);
    const subjects = () => book.mailer.mails.map(({ subject }) => subject);
    expect(failureOf(() => book.wake()).code).toBe('access_refused');
    expect(subjects()).toEqual(['Shift Reports: 2 reports not refreshed in “Rotas”']);
    book.sheets.create('One');
    book.sheets.create('Two');
    book.fetching.clock.advance(24 * HOUR);
    book.wake();
    expect(subjects().slice(1)).toEqual(['Shift Reports: 2 reports refreshed again in “Rotas”']);
  });

  test('of who stands in sends no news: it waits for the one who leads', () => {
    const book = new Runs([answer(403)], ONE);
    book.triggers.own = [];
    book.schedule({ every: 'hour', hour: 0, email: 'bob@employer.example' });
    failureOf(() => book.refresh('sidebar'));
    book.wake('trigger-1');
    expect(book.mailer.mails).toEqual([]);
    failureOf(() => book.wake('trigger-2'));
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['bob@employer.example']);
  });

  test('whose only new table is held back ends well, counts as a run, and tells once', () => {
    const book = new Runs([reportAnswer(MANY), reportAnswer()], ONE);
    book.refresh('sidebar');
    for (let hour = 0; hour < 3; hour += 1) book.wake();
    expect(book.report().lastRun?.message).toContain(FEWER);
    expect(book.mailer.mails.length).toBe(1);
  });

  test('whose other report fails throws for the log, and says what was held back as well', () => {
    const book = new Runs(
      [reportAnswer(MANY), reportAnswer()],
      [...ONE, { ...savedReport('r-2', 'Two', 2), sheetId: 999, rangeName: 'Shifts_Two' }],
    );
    book.refresh('sidebar');
    const { code, message } = failureOf(() => book.wake());
    expect(code).toBe('sheet_blocked');
    expect(message).toContain(FEWER);
    expect(message).toContain('“Two”: ');
  });

  test('whose first report someone changed meanwhile refreshes the second, and tells of the first', () => {
    const book = new Runs([reportAnswer()]);
    const { transport } = book.fetching;
    transport.whileReporting = () => {
      if (transport.reportRequests.length === 1) book.save({ ...book.report(), venue: 'Pier', revision: 1 });
    };
    expect(failureOf(() => book.wake()).code).toBe('changed_meanwhile');
    expect([book.report('r-1').lastRun?.outcome, book.report('r-2').lastRun?.outcome]).toEqual([
      'failed',
      'refreshed',
    ]);
    const subjects = () => book.mailer.mails.map(({ subject }) => subject);
    expect(subjects()).toEqual(['Shift Reports: 1 report not refreshed in “Rotas”']);
    book.fetching.clock.advance(24 * HOUR);
    book.wake();
    expect(subjects().slice(1)).toEqual(['Shift Reports: 1 report refreshed again in “Rotas”']);
  });

  test('whose reports are refreshed by someone else meanwhile writes, notes and tells nothing, and leaves the second', () => {
    const book = new Runs([reportAnswer()]);
    const { lock, clock } = book.fetching;
    const acquire = lock.acquire.bind(lock);
    lock.acquire = (waitMillis) => {
      lock.acquire = acquire;
      const since = clock.now();
      const lease = { id: 'other', by: 'menu', since, until: since + HOUR * 1000 };
      book.document.write({ lease: JSON.stringify(lease) });
      return acquire(waitMillis);
    };
    book.wake();
    expect([book.report().lastRun, book.mailer.mails]).toEqual([null, []]);
    expect([book.fetching.transport.reportRequests.length, book.sheets.byName('One')]).toEqual([
      1,
      undefined,
    ]);
  });

  test('that finds the lock taken leaves its reports to the next wake', () => {
    const book = new Runs([reportAnswer()], ONE);
    const stored = book.document.readAll();
    book.fetching.lock.refusals = 1;
    book.wake();
    expect(book.document.readAll()).toEqual(stored);
    book.wake();
    expect(book.report().lastRun?.outcome).toBe('refreshed');
  });

  test.each([
    ['that the schedule does not know', { every: 'hour' as const }, 'stray'],
    ['of a schedule that someone has switched off', { every: 'off' as const }, 'trigger-1'],
  ])('by a trigger %s is none: the trigger ends itself, and no other', (_, choice, trigger) => {
    const book = new Runs([reportAnswer()]);
    book.triggers.own = [];
    book.schedule({ hour: 0, ...choice });
    book.triggers.own = [trigger, 'of-another-spreadsheet'];
    book.wake(trigger);
    expect([book.triggers.own, book.asked]).toEqual([['of-another-spreadsheet'], 0]);
    book.triggers.own = [trigger];
    book.triggers.remove = () => {
      throw new ReportError('permission_missing');
    };
    expect(() => book.wake(trigger)).not.toThrow();
    expect(book.fetching.lock.isHeld).toBe(false);
  });
});

describe('a scheduled run without permission', () => {
  function refused(): Runs {
    const book = new Runs([reportAnswer()]);
    book.withheld = ['requests'];
    return book;
  }

  test('does no half work: it makes no request, notes why with each report, and throws for the log', () => {
    const book = refused();
    expect(failureOf(() => book.wake()).code).toBe('permission_missing');
    const { tokenRequests, reportRequests } = book.fetching.transport;
    expect([tokenRequests, reportRequests]).toEqual([[], []]);
    expect(['r-1', 'r-2'].map((id) => book.report(id).lastRun?.message)).toEqual([MISSING, MISSING]);
    expect(book.mailer.mails.length).toBe(1);
  });

  test.each<[Permission[], number]>([
    [['sidebar'], 1],
    [['timers'], 1],
    [['mail'], 1],
    [['sidebar', 'timers', 'mail'], 1],
    [['spreadsheet'], 0],
    [['mail', 'requests'], 0],
  ])('to %j: refreshes unless that is the spreadsheet or the requests', (withheld, refreshed) => {
    const book = new Runs([reportAnswer()], ONE);
    book.withheld = withheld;
    if (refreshed === 1) book.wake();
    else expect(failureOf(() => book.wake()).code).toBe('permission_missing');
    expect([book.report().lastRun?.outcome, book.asked]).toEqual([refreshed ? 'refreshed' : 'failed', 1]);
  });

  test('to send requests refreshes the sample all the same, which makes none', () => {
    const book = new Runs([reportAnswer()], ONE);
    book.document.write({ connection: JSON.stringify(SAMPLE) });
    book.withheld = ['requests'];
    book.wake();
    expect(book.report().lastRun?.outcome).toBe('refreshed');
  });

  test('to send mail says that mail is off, keeps what it would have told, and sends it once that is allowed', () => {
    const book = new Runs([answer(403), reportAnswer()]);
    const problem = () => {
      const { clock } = book.fetching;
      return describeSchedule(book.state(), clock.now(), 'Europe/London', book.calendar).mailProblem;
    };
    book.withheld = ['mail'];
    failureOf(() => book.wake());
    expect(book.mailer.mails).toEqual([]);
    expect(problem()).toBe(
      'Have whoever runs the schedule save it again and allow “Send email as you”: no email is sent without it.',
    );
    book.withheld = [];
    book.document.write({ connection: '' });
    failureOf(() => book.wake());
    expect([book.mailer.mails.length, problem()]).toEqual([1, null]);
  });

  test('is noted once, however often it happens, and leaves the reports due until that is allowed', () => {
    const book = refused();
    failureOf(() => book.wake());
    const before = book.document.readAll();
    for (let hour = 0; hour < 5; hour += 1) failureOf(() => book.wake());
    const { schedule: _, ...after } = book.document.readAll();
    expect({ ...after, schedule: before.schedule }).toEqual(before);
    expect(book.mailer.mails.length).toBe(1);
    book.withheld = [];
    book.wake();
    expect(['r-1', 'r-2'].map((id) => book.report(id).lastRun?.outcome)).toEqual(['refreshed', 'refreshed']);
  });

  test.each([
    ['where there is one', 0],
    ['also where rows were added beyond it', 5],
  ])('is shown on the status sheet, %s', (_title, added) => {
    const book = new Runs([reportAnswer()], ONE);
    book.refresh('sidebar');
    book.opened.book.editor.insertRows('Shift Reports status', 1001, added);
    book.withheld = ['requests'];
    failureOf(() => book.wake());
    expect(book.opened.cells('Shift Reports status')[1]).toContain('Failed');
  });
});
