import { describe, expect, test } from '@jest/globals';
import { parse } from 'valibot';
import { checkForm } from '../../../src/contract/form';
import { SAVED_SUMMARY_FORM, SUMMARY_FORM } from '../../../src/contract/summaries';
import { ReportError } from '../../../src/employer-api/errors';
import { MOST_SUMMARIES } from '../../../src/limits';
import { HOOK, SummaryScene, WEEKLY } from './summary-scene';

const HOUR = 3600;

/** Wakes every hour for so many hours. @returns How many mails went, by hour from 0. */
function hourly(book: SummaryScene, hours: number): number[] {
  return Array.from({ length: hours }, () => {
    book.clock.advance(HOUR);
    return book.run().length;
  });
}

/** The hours, from 1 on, in which mail went. */
function sentIn(counts: readonly number[]): number[] {
  return counts.flatMap((count, hour) => (count > 0 ? [hour + 1] : []));
}

/** Puts the clock to an hour of a day in November 2026 or later, by the clock of London in winter. */
function at(book: SummaryScene, day: string, hour = 0): void {
  book.clock.advance((Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - book.clock.now()) / 1000);
}

/** A summary email of Mondays at six; it is Monday, 23 November, so many hours after midnight. */
function due(changes: object = {}, hour = 6.5): SummaryScene {
  const book = new SummaryScene();
  at(book, '2026-11-21');
  book.list.save({ ...WEEKLY, ...changes });
  at(book, '2026-11-23', hour);
  return book;
}

describe('a summary email', () => {
  test('goes once a week, at the first wake from its hour on', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21', 12);
    book.list.save(WEEKLY);
    // Saturday noon; Monday 06:00 is 42 hours away.
    expect(sentIn(hourly(book, 24 * 21))).toEqual([42, 42 + 168, 42 + 336]);
  });

  test('of a month says its next day', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, every: 'month', day: 3 });
    expect(book.views()[0]?.sentence).toMatch(/3 Dec 2026, 06:00\.$/);
  });

  test('goes once on the days on which clocks change', () => {
    const book = new SummaryScene();
    at(book, '2027-03-25');
    book.list.save({ ...WEEKLY, day: 7, hour: 1 });
    // At 01:00 on 28 March it is 02:00; on 31 October it is 01:00 twice.
    expect(sentIn(hourly(book, 96))).toEqual([73]);
    at(book, '2027-10-28');
    expect(sentIn(hourly(book, 96))).toEqual([72]);
  });

  test.each<[string, Parameters<SummaryScene['run']>[0]]>([
    ['while the service fails', { error: new ReportError('unreachable') }],
    ['while only sample data are there', { isSample: true }],
    ['while mail is not allowed', { isMailOff: true }],
    ['by who stands in, before it is two hours late', { lateness: 2 * HOUR * 1000 }],
  ])('waits %s, and goes with the next run', (_, changes) => {
    const book = due();
    expect(book.run(changes)).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(
      /^Due since 23 Nov 2026, 06:00: each run tries it for 24 hours\./,
    );
    expect(book.run()).toHaveLength(1);
    expect(book.run()).toEqual([]);
    expect(book.views()[0]?.sentence).toBe('Last sent 23 Nov 2026, 06:30. Next: 30 Nov 2026, 06:00.');
  });

  test('is tried for 24 hours, then skipped', () => {
    const book = due({}, 29.9);
    expect(book.run()).toHaveLength(1);
    at(book, '2026-12-01', 6.1);
    expect(book.run()).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(
      / That of 30 Nov 2026, 06:00 did not reach everyone within 24 hours\. Next: 7 Dec 2026, 06:00\.$/,
    );
  });

  test('that was changed after its hour goes from its next day on', () => {
    const book = due({}, 9);
    const [{ id = '' } = {}] = book.views();
    book.list.save({ ...WEEKLY, id, revision: 1, to: ['bob@employer.example'] });
    expect(book.run()).toEqual([]);
    at(book, '2026-11-30', 7);
    expect(book.run().map(({ to }) => to)).toEqual(['bob@employer.example']);
  });

  test('is refused beyond the limits; without a schedule it is saved, and says that none goes', () => {
    const book = new SummaryScene();
    for (let count = 0; count < MOST_SUMMARIES; count += 1) book.list.save(WEEKLY);
    expect(() => book.list.save(WEEKLY)).toThrow(
      'Remove one of the summary emails first: there are 5 already.',
    );
    const { schedule } = book.document.readAll();
    book.document.write({ schedule: JSON.stringify({ ...JSON.parse(schedule ?? ''), every: 'off' }) });
    const id = book.views()[0]?.id ?? '';
    book.list.save({ ...WEEKLY, id });
    expect(book.views()[0]).toMatchObject({
      isBlocked: true,
      sentence: 'Turn on the schedule in Settings: no email goes out while it is off.',
    });
  });

  test('goes only to domains that the administrator allows, also where it was saved before', () => {
    const before = due({ to: ['ann@employer.example', 'eve@elsewhere.example'] });
    const book = new SummaryScene(['employer.example']);
    book.document.write(before.document.readAll());
    at(book, '2026-11-23', 7);
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example']);
    expect(book.run()).toEqual([]);
  });

  test('goes to ten new addresses a day, the others wait', () => {
    const ten = (name: string) => Array.from({ length: 10 }, (_, one) => `${name}${one}@employer.example`);
    const book = due({ to: ten('a') });
    book.list.save({ ...WEEKLY, to: ten('b'), hour: 5, day: 2 });
    expect(book.run().map(({ to }) => to)).toEqual(ten('a'));
    at(book, '2026-11-24', 5);
    expect(book.run().map(({ to }) => to)).toEqual(ten('b'));
  });

  test('for each venue is a page each, of at most twenty', () => {
    const book = due({ split: 'venue' });
    book.venues = Array.from({ length: 23 }, (_, one) => `Venue ${one}`);
    const mails = book.run();
    expect(mails).toHaveLength(20);
    for (const { body } of mails) expect(body).toContain(': 3 venues left out.\n');
  });

  test('is not sent any further once someone removes it', () => {
    const book = due({ split: 'venue' });
    const send = book.mailer.send.bind(book.mailer);
    book.mailer.send = (mail) => {
      book.list.remove('p-1');
      return send(mail);
    };
    expect(book.run()).toHaveLength(1);
  });
});

test.each<[names: readonly (string | null)[], readonly string[]]>([
  [[], ['Rotas']],
  [[null], ['Rotas']],
  [
    ['Grand Hotel', null],
    ['Grand Hotel', '(no venue)'],
  ],
])('a page for each of the venues %j goes once', (venues, pages) => {
  const book = due({ split: 'venue' });
  book.venues = venues;
  expect(book.run().map(({ subject }) => subject.replace(/.*, /, ''))).toEqual(pages);
  expect(book.run()).toEqual([]);
});

describe('refused mail', () => {
  const ALL = ['ann@employer.example', 'bob@employer.example', 'carl@employer.example'];

  test('of one address is tried again within the day, and the others get theirs once', () => {
    const book = due({ to: ALL });
    book.mailer.refusedAddresses.add('bob@employer.example');
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example', 'carl@employer.example']);
    expect(book.views()[0]?.sentence).toContain('Check the address bob@employer.example');
    at(book, '2026-11-24', 7);
    expect(book.views()[0]?.sentence).toMatch(
      /^Last sent 23 Nov 2026, 06:30\. That of 23 Nov 2026, 06:00 did not reach everyone within 24 hours\. Next: /,
    );
    at(book, '2026-11-23', 8);
    book.mailer.refusedAddresses.clear();
    expect(book.run().map(({ to }) => to)).toEqual(['bob@employer.example']);
    expect(book.run()).toEqual([]);
  });

  test('of the account is tried again by each run', () => {
    const book = due({ to: ALL });
    book.mailer.refuses = true;
    expect(hourly(book, 3)).toEqual([0, 0, 0]);
    expect(book.views()[0]).toMatchObject({
      isBlocked: true,
      sentence: expect.stringContaining(', or wait a day: '),
    });
    book.mailer.refuses = false;
    expect(hourly(book, 3)).toEqual([3, 0, 0]);
  });

  test('of one page is tried again, for that page alone', () => {
    const book = due({ split: 'venue' });
    const send = book.mailer.send.bind(book.mailer);
    book.mailer.send = (mail) => !mail.subject.includes('Old Mill') && send(mail);
    expect(book.run()).toHaveLength(1);
    book.mailer.send = send;
    expect(book.run().map(({ subject }) => subject.replace(/.*, /, ''))).toEqual(['Old Mill']);
  });
});

describe('Google Chat', () => {
  const withChat = (to: readonly string[] = ['ann@employer.example']) => due({ to: [...to], chat: HOOK });

  test('gets the page once, beside the mail', () => {
    const book = withChat();
    expect(hourly(book, 4)).toEqual([1, 0, 0, 0]);
    expect(book.chat.sent.map(({ url }) => url)).toEqual([HOOK]);
    expect(book.views()[0]).toMatchObject({ keepsChat: true, isBlocked: false });
    expect(JSON.stringify(book.views())).not.toContain('AAQA1');
    expect(book.views(null)[0]?.sentence).toMatch(/ Ask your administrator to allow Google Chat: /);
  });

  test('gets it without any mail, also where Google or the person lets none go', () => {
    const book = withChat([]);
    book.mailer.refuses = true;
    expect(book.run({ isMailOff: true })).toEqual([]);
    expect(hourly(book, 3)).toEqual([0, 0, 0]);
    expect(book.chat.sent.length).toBe(1);
  });

  test('a message without an answer may have arrived: it is not sent again, and the sentence says so', () => {
    const book = withChat([]);
    book.chat.next = [0];
    book.run();
    book.run();
    expect(book.chat.sent).toHaveLength(1);
    expect(book.views()[0]?.sentence).toMatch(
      /Check the Chat space and its webhook: Google Chat gave no answer\.$/,
    );
  });

  test.each([429, 404])(
    'that answers %s is asked again by the next run, and no mail is sent twice',
    (status) => {
      const book = withChat();
      book.chat.next = [status, status];
      expect(book.run()).toHaveLength(1);
      expect(book.views()[0]?.sentence).toContain(
        `Check the Chat space and its webhook: Google Chat refused the last message (HTTP\u00a0${status}).`,
      );
      expect(hourly(book, 8)).toEqual(Array(8).fill(0));
      expect(book.chat.sent).toHaveLength(3);
      expect(book.views()[0]).toMatchObject({ isBlocked: false });
    },
  );

  test.each([
    'https://evil.example/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com.evil.example/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com@evil.example/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'http://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1',
    'https://chat.googleapis.com/v1/spaces/../../x/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/members?key=k-1&token=t-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1&token=t-1&threadKey=x',
    'javascript:alert(1)',
  ])('refuses %s when typed and when sent', (hook) => {
    const book = withChat();
    expect(() => book.list.save({ ...WEEKLY, chat: hook })).toThrow(
      /^Paste the webhook of a Google Chat space, or ask/,
    );
    book.document.write({ 'summaryHook.p-1': hook });
    expect(book.run()).toHaveLength(1);
    expect(book.chat.sent).toEqual([]);
  });

  test.each([`${HOOK}2`, ''])('is not what was answered before its webhook was changed to “%s”', (chat) => {
    const book = withChat();
    book.chat.next = [403];
    book.run();
    const id = book.views()[0]?.id ?? '';
    book.list.save({ ...WEEKLY, id, keepsChat: true });
    expect(book.views()[0]?.sentence).toMatch(/\(HTTP\u00a0403\)\.$/);
    book.list.save({ ...WEEKLY, id, chat });
    expect(book.views()[0]).toMatchObject({
      isBlocked: false,
      sentence: expect.not.stringContaining('HTTP'),
    });
  });

  test('is kept, changed and removed with its summary email, and its address stays where it is', () => {
    const book = withChat();
    const id = book.views()[0]?.id ?? '';
    const hook = () => book.document.readAll()[`summaryHook.${id}`];
    book.list.save({ ...WEEKLY, id, keepsChat: true });
    expect(hook()).toBe(HOOK);
    const others = Object.entries(book.document.readAll()).filter(
      ([name]) => !name.startsWith('summaryHook'),
    );
    expect(JSON.stringify(others)).not.toContain('AAQA1');
    book.list.save({ ...WEEKLY, id, chat: '' });
    expect(hook()).toBe('');
    book.list.save({ ...WEEKLY, id, chat: HOOK });
    book.list.remove(id);
    expect(hook()).toBe('');
  });

  test('may stand for an address; without either, the field of addresses says what is missing', () => {
    const problems = (changes: object) => {
      return checkForm(SAVED_SUMMARY_FORM, { ...WEEKLY, to: '', ...changes }).problems;
    };
    expect(problems({})).toEqual({ to: 'Enter an email address.' });
    expect([problems({ chat: HOOK }), problems({ keepsChat: true })]).toEqual([{}, {}]);
  });
});

describe('a summary email that is tried', () => {
  const open = (mailDomains: readonly string[] = []) => {
    const book = new SummaryScene(mailDomains);
    at(book, '2026-11-21', 12);
    return book;
  };

  test('goes to its first address alone, marked as a test', () => {
    const book = open();
    expect(book.send({ ...WEEKLY, to: ['ann@employer.example', 'bob@employer.example'] })).toBe(
      'ann@employer.example',
    );
    expect(book.mailer.mails.map(({ to }) => to)).toEqual(['ann@employer.example']);
    expect(book.mailer.mails[0]?.subject).toMatch(/^TEST: .* \(week of 9 Nov\), Rotas$/);
  });

  test('goes nowhere without an allowed address, or where Google refuses it, and says why', () => {
    const elsewhere = open(['elsewhere.example']);
    expect(() => elsewhere.send({ ...WEEKLY, to: [] })).toThrow(
      'Enter an email address under “Send to” first.',
    );
    expect(() => elsewhere.send(WEEKLY)).toThrow(
      'Ask your administrator: email goes to elsewhere.example only.',
    );
    const book = open();
    book.mailer.refuses = true;
    expect(() => book.send(WEEKLY)).toThrow(
      'Check the first address, or wait a day: Google refused the test.',
    );
    expect([...elsewhere.mailer.mails, ...book.mailer.mails]).toEqual([]);
  });

  test('is shown without an address, of the whole report or of the venue with the most missing people', () => {
    const book = open();
    expect(parse(SUMMARY_FORM, { ...WEEKLY, to: '' }).to).toEqual([]);
    const byVenue = { ...WEEKLY, split: 'venue' } as const;
    expect(book.preview(WEEKLY).subject).toMatch(/, Rotas$/);
    const { subject, text } = book.preview(byVenue);
    expect(subject).toMatch(/, Grand Hotel$/);
    // What is told in words and figures; the rest by its titles, with no word about a picture that is not there.
    const [sentence, tiles, follow, ...more] = text.split('\n\n');
    expect([sentence, follow]).toEqual([
      '80.0% filled. 14 people were missing.',
      'Then: True fulfilment, 2 weeks · Most missing people.',
    ]);
    expect([tiles?.split('\n').length, more]).toEqual([6, []]);
    book.venues = [];
    expect(book.preview(byVenue).subject).toMatch(/, Rotas$/);
  });

  // Whole weeks up to the one from 9 to 15 November, or October; of a report that ended earlier that alone.
  test.each([
    ['week', -3, -1, 'week of 9 Nov', 1],
    ['week', 1, 14, 'week of 9 Nov', 1],
    ['week', -60, -20, 'week of 9 Nov', 1],
    ['week', -60, -13, 'week of 9 Nov', 7],
    ['month', -3, -1, 'Oct 2026', 1],
    ['month', -60, -30, 'Oct 2026', 1],
  ] as const)('every %s of days from %i to %i from today on is about the last whole one', (...row) => {
    const [every, from, to, subject, periods] = row;
    const book = open();
    const days = { from: book.today + from, to: book.today + to };
    const { subject: shown, text } = book.preview({ ...WEEKLY, every }, days);
    expect([shown, text]).toEqual([
      expect.stringContaining(`(${subject})`),
      expect.stringContaining(`True fulfilment, ${periods} ${every}`),
    ]);
  });

  test('of a report that waits for an answer says so, and no next day', () => {
    const book = open();
    book.list.save(WEEKLY);
    const report = JSON.parse(book.document.readAll()['report.r-1'] ?? '');
    const cursor = { asked: '', since: 0, days: 0, held: 'no shifts came' };
    book.document.write({ 'report.r-1': JSON.stringify({ ...report, cursor }) });
    expect(book.views()[0]).toMatchObject({
      isBlocked: true,
      sentence: 'Keep or replace the table of “Shifts” first: newer rows wait for your answer.',
    });
  });
});
