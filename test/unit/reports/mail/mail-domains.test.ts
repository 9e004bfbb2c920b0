import { describe, expect, test } from '@jest/globals';
import type { AlertForm } from '../../../../src/contract/alerts';
import { mayMail, requireDomains } from '../../../../src/reports/mail/outbox';
import { readDocumentState } from '../../../../src/reports/saved/document-state';
import { describeSchedule, Scheduler } from '../../../../src/reports/schedule/schedule';
import type { Crew } from '../../../support/shift-records';
import { Scheduling } from '../../../support/stub-schedule';
import { Alerting, WORKED, weekOf } from '../../alerts/alerting';

const ONLY = ['employer.example'];
const SENTENCE = 'Ask your administrator: email goes to employer.example only.';

describe('domains that mail may go to', () => {
  test.each([
    ['ann@employer.example', true],
    ['Ann@Employer.EXAMPLE', true],
    ['ann@other.example', false],
    ['ann@mail.employer.example', false],
    ['ann@employer.example.evil.com', false],
    ['ann@notemployer.example', false],
    ['employer.example@evil.com', false],
    ['a@employer.example@evil.com', false],
  ])('%s', (address, isAllowed) => {
    expect(mayMail(address, ONLY)).toBe(isAllowed);
    expect(mayMail(address, [])).toBe(true);
  });

  test('are named in the refusal', () => {
    const refusal = (domains: readonly string[]) => () => requireDomains(['x@evil.com'], domains);
    expect(refusal(ONLY)).toThrow(SENTENCE);
    expect(refusal(['a.com', 'b.com', 'c.com'])).toThrow('email goes to a.com, b.com and c.com only.');
    expect(() => requireDomains(['', 'ann@employer.example'], ONLY)).not.toThrow();
  });
});

const RANGE = { from: '2026-03-02', to: '2026-03-08' };
const MISSED: Crew[] = weekOf(
  RANGE.from,
  Array.from({ length: 21 }, () => ({ posted: 14, booked: 10, demand: 12, worked: 8 })),
);
const FOREIGN: AlertForm = { ...WORKED, email: 'bob@other.example' };

describe('an alert', () => {
  test('is refused with an address outside, and nothing is stored', () => {
    const book = new Alerting({}, ONLY);
    const before = book.document.readAll();
    expect(() => book.list.save(FOREIGN)).toThrow(SENTENCE);
    expect(book.document.readAll()).toEqual(before);
    expect(book.list.save(WORKED).alerts).toContain('ann@employer.example');
  });

  test('that was saved before sends no mail outside, and says so', () => {
    const before = new Alerting();
    before.list.save(FOREIGN);
    before.list.save(WORKED);
    const book = new Alerting({}, ONLY);
    book.document.write(before.document.readAll());
    expect(book.schedule(MISSED, RANGE).map(({ to }) => to)).toEqual(['ann@employer.example']);
    const [foreign, own] = book.views();
    expect(foreign?.sentence).toContain(SENTENCE);
    expect(own?.sentence).not.toContain('administrator');
    // What will never be sent is not due either: a run for it would cost calls.
    expect(book.run(MISSED, { ...RANGE, today: '2026-06-01' }, 'UK').inspector.isMailDue).toBe(false);
  });
});

describe('mail about failures', () => {
  const failing = [
    {
      id: 'r-1',
      sheet: 'Shifts',
      failure: { code: 'unreachable' as const, message: 'Later.' },
      refreshedAt: null,
    },
  ];

  test('is not sent outside', () => {
    const sentTo = (mailDomains: readonly string[]) => {
      const book = new Scheduling();
      const runner = book.scheduler.save({ every: 'hour', hour: 0, email: 'bob@other.example' }).schedule
        .runners[0];
      const state = readDocumentState(book.document.readAll());
      const run = {
        triggerId: runner?.triggerId ?? '',
        begunAt: book.clock.now(),
        state,
        giveBack: () => {},
      };
      book.mailFor(mailDomains).send(run, failing);
      return book.mailer.mails.map(({ to }) => to);
    };
    expect(sentTo([])).toEqual(['bob@other.example']);
    expect(sentTo(ONLY)).toEqual([]);
  });

  test('to an address outside is refused when the schedule is saved, and explained where it was saved before', () => {
    const book = new Scheduling();
    const form = { every: 'day', hour: 6, email: 'bob@other.example' } as const;
    const strict = new Scheduler({ ...book, mailDomains: ONLY });
    expect(() => strict.save(form)).toThrow(SENTENCE);
    expect(book.triggers.log).toEqual([]);
    const state = book.scheduler.save(form);
    const view = describeSchedule(state, book.clock.now(), 'Europe/London', book.calendar, ONLY);
    expect(view.mailProblem).toBe(SENTENCE);
  });
});
