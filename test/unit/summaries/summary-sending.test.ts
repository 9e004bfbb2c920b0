import { describe, expect, test } from '@jest/globals';
import { MOST_SUMMARIES, NEW_ADDRESSES_A_DAY, SUMMARIES_A_DAY } from '../../../src/limits';
import { SeededRandom } from '../../emulator/random';
import { StubLock } from '../../support/stub-lock';
import { dyingAt, HOOK, SummaryScene, WEEKLY } from './summary-scene';

const RUNS = Number(process.env.TEST_RUNS ?? 20);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const HOUR = 3600;

/** Runs every hour for so many hours. @returns How many mails went, by hour from 0. */
function hourly(book: SummaryScene, hours: number): number[] {
  return Array.from({ length: hours }, () => {
    book.clock.advance(HOUR);
    return book.run().length;
  });
}

/** Puts the clock to an hour of a day in November 2026 or later, by the clock of London in winter. */
function at(book: SummaryScene, day: string, hour = 0): void {
  book.clock.advance((Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - book.clock.now()) / 1000);
}

describe('a summary email', () => {
  test('goes once a week, in the first run from its hour on', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21', 12);
    book.list.save(WEEKLY);
    // Saturday noon; Monday 06:00 is 42 hours away.
    const sent = hourly(book, 24 * 21);
    expect(sent.flatMap((count, hour) => (count > 0 ? [hour + 1] : []))).toEqual([42, 42 + 168, 42 + 336]);
    expect(Math.max(...sent)).toBe(1);
  });

  test('goes once a month', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, every: 'month', day: 28, hour: 0 });
    // The report covers 21 days: no whole month, so nothing can be said.
    expect(hourly(book, 24 * 10).every((count) => count === 0)).toBe(true);
    expect(book.views()[0]?.sentence).toMatch(
      /^The summary email of 28 Nov 2026 was skipped: .* Next: .* after 2026-12-28 00:00\.$/,
    );
  });

  test('waits for its newest week, and goes no later than 24 hours after its hour', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save(WEEKLY);
    at(book, '2026-11-23', 6);
    expect(book.run({ to: book.today - 2 })).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^Due since 2026-11-23 06:00/);
    at(book, '2026-11-24', 6);
    expect(book.run()).toHaveLength(1);
    at(book, '2026-12-01', 6.1);
    expect(book.run()).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^The summary email of 30 Nov 2026 was skipped/);
  });

  test('is not sent of sample data, nor by a refresh that someone started', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save(WEEKLY);
    at(book, '2026-11-23', 7);
    expect(book.run({ isSample: true })).toEqual([]);
    expect(book.run({ by: 'sidebar' })).toEqual([]);
    expect(book.mailer.asked).toBe(0);
    expect(book.views(true)[0]).toMatchObject({ isBlocked: true });
    expect(book.run()).toHaveLength(1);
  });

  test('that is saved or changed after its hour goes from its next day on', () => {
    const book = new SummaryScene();
    at(book, '2026-11-23', 9);
    const { summaries } = book.list.save(WEEKLY);
    expect(hourly(book, 24).reduce((sum, count) => sum + count, 0)).toBe(0);
    at(book, '2026-11-30', 7);
    book.list.save({
      ...WEEKLY,
      id: JSON.parse(summaries ?? '').summaries[0].id,
      to: ['bob@employer.example'],
    });
    expect(book.run()).toEqual([]);
    at(book, '2026-12-07', 7);
    expect(book.run().map(({ to }) => to)).toEqual(['bob@employer.example']);
  });

  test('goes only to domains that the administrator allows, also where it was saved before', () => {
    const before = new SummaryScene();
    at(before, '2026-11-21');
    before.list.save({ ...WEEKLY, to: ['ann@employer.example', 'eve@elsewhere.example'] });
    const book = new SummaryScene(['employer.example']);
    book.document.write(before.document.readAll());
    expect(() => book.list.save({ ...WEEKLY, to: ['eve@elsewhere.example'] })).toThrow(
      'Ask your administrator: email goes to employer.example only.',
    );
    at(book, '2026-11-23', 7);
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example']);
    expect(book.run()).toEqual([]);
    expect(book.mailer.asked).toBe(1);
  });

  test('is refused beyond the limits, and without a schedule', () => {
    const book = new SummaryScene();
    for (let count = 0; count < MOST_SUMMARIES; count += 1) book.list.save(WEEKLY);
    expect(() => book.list.save(WEEKLY)).toThrow('Remove a summary email first: there are 5 already.');
    const { schedule } = book.document.readAll();
    book.document.write({ schedule: JSON.stringify({ ...JSON.parse(schedule ?? ''), every: 'off' }) });
    expect(() => book.list.save(WEEKLY)).toThrow(
      'Save a schedule first: the summary email goes out with it.',
    );
  });
});

test('a summary email for each venue says how many have no page', () => {
  const book = new SummaryScene();
  book.venues = Array.from({ length: 23 }, (_, at) => `Venue ${at}`);
  at(book, '2026-11-21');
  book.list.save({ ...WEEKLY, split: 'venue' });
  at(book, '2026-11-23', 7);
  const mails = book.run();
  expect(mails).toHaveLength(20);
  for (const { body } of mails) {
    expect(body).toContain(
      '\nA summary email has at most 20 pages, of the venues with the most missing people: 3 venues left out.\n',
    );
  }
  book.venues = book.venues.slice(0, 20);
  at(book, '2026-11-30', 7);
  expect(book.run().filter(({ body }) => body.includes('left out'))).toEqual([]);
});

test('a summary email goes once on the days on which clocks change, in the first run from its hour on', () => {
  const book = new SummaryScene();
  at(book, '2027-03-25');
  book.list.save({ ...WEEKLY, day: 7, hour: 1 });
  // At 01:00 on 28 March it is 02:00; on 31 October it is 01:00 twice.
  expect(hourly(book, 96).flatMap((count, hour) => (count > 0 ? [hour + 1] : []))).toEqual([73]);
  at(book, '2027-10-28');
  expect(hourly(book, 96).flatMap((count, hour) => (count > 0 ? [hour + 1] : []))).toEqual([72]);
});

test('a summary email asks which of two addresses stays that the sidebar shows alike', () => {
  const book = new SummaryScene();
  at(book, '2026-11-21');
  book.list.save({
    ...WEEKLY,
    to: ['ann@employer.example', 'adam@employer.example', 'bob@employer.example'],
  });
  const id = book.views()[0]?.id ?? '';
  const [a, b] = ['a…@employer.example', 'b…@employer.example'];
  expect(() => book.list.save({ ...WEEKLY, id, to: [a, b] })).toThrow(
    'Enter the whole address: 2 saved addresses look like a…@employer.example.',
  );
  book.list.save({ ...WEEKLY, id, to: [b, a, a] });
  at(book, '2026-11-23', 7);
  expect(book.run().map(({ to }) => to)).toEqual([
    'bob@employer.example,ann@employer.example,adam@employer.example',
  ]);
  book.list.save({ ...WEEKLY, id, to: [b, 'adam@employer.example'] });
  at(book, '2026-11-30', 7);
  expect(book.run().map(({ to }) => to)).toEqual(['bob@employer.example,adam@employer.example']);
});

describe('what keeps a summary email from going', () => {
  test('is said with the remedy: a schedule, a build with Google Chat', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, chat: HOOK });
    expect(book.views(false, false)[0]).toMatchObject({
      isBlocked: true,
      sentence: expect.stringMatching(
        / Ask your administrator to allow Google Chat: this add-on was built without it\.$/,
      ),
    });
    const { schedule } = book.document.readAll();
    book.document.write({ schedule: JSON.stringify({ ...JSON.parse(schedule ?? ''), every: 'off' }) });
    expect(book.views()[0]).toMatchObject({
      isBlocked: true,
      sentence: expect.stringMatching(/ Save a schedule first: the summary email goes out with it\.$/),
    });
  });

  test('is more than twenty addresses in all summary emails together, however they are written', () => {
    const book = new SummaryScene();
    const ten = (first: number) => Array.from({ length: 10 }, (_, one) => `${first + one}@employer.example`);
    book.list.save({ ...WEEKLY, to: ten(0) });
    book.list.save({ ...WEEKLY, to: ten(10) });
    book.list.save({ ...WEEKLY, to: ten(10).map((address) => address.toUpperCase()) });
    expect(() => book.list.save({ ...WEEKLY, to: ['20@employer.example'] })).toThrow(
      'Remove some addresses: summary emails go to at most 20 in all.',
    );
  });

  test('is someone who removes it while its page is made', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    const { id = '' } = JSON.parse(book.list.save(WEEKLY).summaries ?? '').summaries[0];
    at(book, '2026-11-23', 7);
    const readAll = () => {
      book.list.remove(id);
      return book.document.readAll();
    };
    const document = { readAll, write: book.document.write, remove: book.document.remove };
    book.runWith({ document, lock: new StubLock() });
    expect(book.mailer.mails).toEqual([]);
  });

  test('is a lost webhook, where it goes to Google Chat alone', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, to: [], chat: HOOK });
    book.document.remove('summaryHooks');
    at(book, '2026-11-23', 7);
    expect(book.run()).toEqual([]);
    expect(book.chat.sent).toEqual([]);
  });
});

describe('what a summary email says it has sent', () => {
  const BOTH = ['ann@employer.example', 'bob@employer.example'];

  /** A summary email whose emails to Bob, or to everyone, are refused from Monday, 23 November, 07:00 on. */
  function refusing(changes: object, who = 'bob') {
    const book = new SummaryScene();
    at(book, '2026-11-09');
    book.list.save({ ...WEEKLY, ...changes });
    at(book, '2026-11-16', 7);
    book.run();
    at(book, '2026-11-23', 7);
    const send = book.mailer.send.bind(book.mailer);
    book.mailer.send = (mail) => (mail.to.includes(who) ? false : send(mail));
    return book;
  }

  test('is the last page that anyone got, not one that was refused', () => {
    const book = refusing({}, 'ann');
    expect(book.run()).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^Last sent 2026-11-16 07:00\. Due since 2026-11-23 06:00/);
    const never = new SummaryScene();
    at(never, '2026-11-21');
    never.list.save(WEEKLY);
    at(never, '2026-11-23', 7);
    never.mailer.send = () => false;
    never.run();
    expect(never.views()[0]?.sentence).toMatch(/^Due since 2026-11-23 06:00/);
  });

  test('is no page that was refused while others held the lock for 20 seconds: the next run sends it', () => {
    const book = refusing({}, 'ann');
    book.mailer.send = () => {
      book.lock.busyMillis = 20_000;
      return false;
    };
    expect(book.run()).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^Last sent 2026-11-16 07:00\. Due since 2026-11-23 06:00/);
    Reflect.deleteProperty(book.mailer, 'send');
    book.clock.advance(HOUR);
    expect(book.run()).toHaveLength(1);
  });

  test('is no summary email skipped that some people got, once its day is over', () => {
    const book = refusing({ to: BOTH });
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example']);
    at(book, '2026-11-24', 8);
    expect(book.views()[0]?.sentence).toMatch(
      /^Last sent 2026-11-23 07:00\. The summary email of 23 Nov 2026 did not reach everyone within 24 hours\. Next: /,
    );
  });

  test.each([404, 0])('keeps that Google Chat answered %i, whatever is sent after it', (status) => {
    const book = refusing({ to: BOTH, chat: HOOK });
    book.chat.next = [status];
    book.run();
    const said = /Chat (?:space: this space or its webhook is gone|space: Google Chat gave no answer)/;
    expect(book.views()[0]?.sentence).toMatch(said);
    book.clock.advance(HOUR);
    book.mailer.send = () => true;
    book.run();
    expect(book.views()[0]?.sentence).toMatch(said);
  });

  test('keeps that one of several pages did not get to Google Chat', () => {
    const book = refusing({ to: [], split: 'venue', chat: HOOK });
    book.chat.next = [404, 429];
    book.run();
    book.clock.advance(HOUR);
    book.run();
    expect(book.views()[0]?.sentence).toMatch(/ Enter a webhook of another Chat space: .*\(HTTP 404\)\.$/);
    at(book, '2026-11-30', 7);
    book.run();
    expect(book.views()[0]?.sentence).toMatch(/^Last sent 2026-11-30 07:00\. Next: [^:]*:00\.$/);
  });

  test('is nothing where Google Chat alone gets it and is gone', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, to: [], chat: HOOK });
    at(book, '2026-11-23', 7);
    book.chat.next = [404];
    book.run();
    expect(book.views()[0]?.sentence).toMatch(/^Next: /);
  });
});

describe('an editor who saves summary emails again and again', () => {
  test('reaches few new addresses a day, and each with few summary emails', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    const mailed = new Map<string, number[]>();
    for (let hour = 0; hour < 24 * 4; hour += 1) {
      const weekday = (Math.floor(hour / 24) + 5) % 7;
      for (const { id } of book.views()) book.list.remove(id);
      for (let summary = 0; summary < MOST_SUMMARIES; summary += 1) {
        const to = Array.from(
          { length: 4 },
          (_, one) => `stranger-${(hour * 20 + summary * 4 + one) % 160}@elsewhere.example`,
        );
        book.list.save({ ...WEEKLY, to, day: weekday + 1, hour: hour % 24, every: 'week' });
      }
      book.clock.advance(HOUR / 2);
      for (const { to } of book.run()) {
        for (const address of to.split(',')) mailed.set(address, [...(mailed.get(address) ?? []), hour]);
      }
      book.clock.advance(HOUR / 2);
    }
    for (const hours of mailed.values()) {
      for (const first of hours) {
        expect(hours.filter((one) => one >= first && one < first + 24).length).toBeLessThanOrEqual(
          SUMMARIES_A_DAY,
        );
      }
    }
    expect(mailed.size).toBeGreaterThan(NEW_ADDRESSES_A_DAY);
    const firsts = [...mailed.values()].map(([first = 0]) => first);
    for (const first of firsts) {
      const added = firsts.filter((one) => one >= first && one < first + 24).length;
      expect(added).toBeLessThanOrEqual(NEW_ADDRESSES_A_DAY);
    }
  });
});

describe('refused mail', () => {
  test('of one address is tried again within the day, and the others get theirs once', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({
      ...WEEKLY,
      to: ['ann@employer.example', 'bob@employer.example', 'carl@employer.example'],
    });
    book.mailer.refusedAddresses.add('bob@employer.example');
    at(book, '2026-11-23', 6);
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example', 'carl@employer.example']);
    expect(book.views()[0]?.sentence).toContain('Check the address b…@employer.example');
    book.mailer.refusedAddresses.clear();
    expect(hourly(book, 3)).toEqual([1, 0, 0]);
    expect(book.mailer.mails.map(({ to }) => to)).toEqual([
      'ann@employer.example',
      'carl@employer.example',
      'bob@employer.example',
    ]);
  });

  test('of the account waits until Google takes some, and then goes once', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save(WEEKLY);
    at(book, '2026-11-23', 6);
    book.mailer.refuses = true;
    expect(hourly(book, 10).every((count) => count === 0)).toBe(true);
    book.mailer.refuses = false;
    expect(hourly(book, 10)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('of the second page of a summary email is tried again, for that page alone', () => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, split: 'venue' });
    at(book, '2026-11-23', 6);
    const { mailer } = book;
    let asked = 0;
    book.runWith({
      mailer: {
        spreadsheetName: () => mailer.spreadsheetName(),
        spreadsheetAddress: () => mailer.spreadsheetAddress(),
        quotaLeft: () => mailer.quotaLeft(),
        send: (mail) => {
          asked += 1;
          return asked !== 2 && mailer.send(mail);
        },
      },
    });
    expect(mailer.mails.map(({ subject }) => subject.slice(-11))).toEqual(['Grand Hotel']);
    expect(book.views()[0]?.sentence).toContain('Check the address a…@employer.example');
    at(book, '2026-11-24', 5);
    book.run();
    expect(mailer.mails.map(({ subject }) => subject.replace(/.*, /, ''))).toEqual([
      'Grand Hotel',
      'Old Mill',
    ]);
  });
});

test('an address that is refused for every page of one run is tried again by the next', () => {
  const book = new SummaryScene();
  book.venues = ['A', 'B', 'C', 'D'];
  at(book, '2026-11-21');
  book.list.save({ ...WEEKLY, split: 'venue', to: ['ann@employer.example', 'bob@employer.example'] });
  at(book, '2026-11-23', 7);
  book.mailer.refusedAddresses.add('bob@employer.example');
  expect(book.run().map(({ to }) => to)).toEqual(new Array(4).fill('ann@employer.example'));
  book.mailer.refusedAddresses.clear();
  book.clock.advance(HOUR);
  expect(book.run().map(({ to }) => to)).toEqual(new Array(4).fill('bob@employer.example'));
});

describe('runs that Google ends at any call', () => {
  test.each([
    ['one page', 'all', 1],
    ['a page for each venue', 'venue', 2],
  ] as const)('never double %s, and lose at most one', (_, split, pages) => {
    const random = new SeededRandom(SEED);
    let [kills, lost, days] = [0, 0, 0];
    const book = new SummaryScene();
    at(book, '2026-11-21', 12);
    book.list.save({ ...WEEKLY, split, to: ['ann@employer.example', 'bob@employer.example'] });
    for (let week = 0; week < RUNS; week += 1) {
      const before = book.mailer.mails.length;
      let killed = 0;
      // From Monday 05:00 to Tuesday 11:00; nothing is due on the other days.
      book.clock.advance(41 * HOUR);
      for (let hour = 0; hour < 30; hour += 1) {
        book.clock.advance(HOUR);
        if (random.below(4) > 0) {
          const dying = dyingAt(book, 1 + random.below(10), random.below(2) === 0);
          book.runWith(dying);
          if (dying.isDead()) killed += 1;
        } else book.run();
      }
      book.clock.advance(97 * HOUR);
      days += 7;
      const subjects = book.mailer.mails.slice(before).map(({ subject }) => subject);
      expect([SEED, week, new Set(subjects).size]).toEqual([SEED, week, subjects.length]);
      expect(subjects.length).toBeLessThanOrEqual(pages);
      expect([SEED, week, pages - subjects.length <= killed]).toEqual([SEED, week, true]);
      kills += killed;
      lost += pages - subjects.length;
    }
    console.info(`${days} virtual days, ${kills} kills: 0 doubled, ${lost} lost (seed ${SEED})`);
    expect(lost).toBeLessThanOrEqual(kills);
    expect(kills).toBeGreaterThan(0);
  });
});

describe('Google Chat', () => {
  const withChat = (to: readonly string[] = ['ann@employer.example']) => {
    const book = new SummaryScene();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, to: [...to], chat: HOOK });
    at(book, '2026-11-23', 6);
    return book;
  };

  test('gets the page once, beside the mail', () => {
    const book = withChat();
    expect(hourly(book, 4)).toEqual([1, 0, 0, 0]);
    expect(book.chat.sent.map(({ url }) => url)).toEqual([HOOK]);
    expect(book.views()[0]).toMatchObject({ hasChat: true, isBlocked: false });
    expect(JSON.stringify(book.views())).not.toContain('AAQA1');
  });

  test('gets it without any mail, whatever the quota', () => {
    const book = withChat([]);
    book.mailer.refuses = true;
    expect(hourly(book, 3)).toEqual([0, 0, 0]);
    expect([book.chat.sent.length, book.mailer.asked]).toEqual([1, 0]);
  });

  test.each([
    [[429], 2, /^$/],
    [[503, 500, 429], 4, /^$/],
    [[400], 1, /Ask your administrator for a newer add-on: .* \(HTTP 400\)\./],
    [[403], 1, /Enter a new webhook of the Chat space: .* \(HTTP 403\)\./],
    [[404], 1, /Enter a webhook of another Chat space: .* \(HTTP 404\)\./],
    [[0], 1, /Check the Chat space: Google Chat gave no answer/],
    [[504], 1, /Check the Chat space: Google Chat answered HTTP 504/],
    [[302], 1, /Check the Chat space: Google Chat answered HTTP 302/],
  ])('after %j is sent %i times, and the mail once', (statuses, times, sentence) => {
    const book = withChat();
    book.chat.next = [...statuses];
    expect(hourly(book, 8).reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(book.chat.sent).toHaveLength(times);
    const said = book.views()[0]?.sentence.replace(/^Last sent .* after \S+ \d\d:\d\d\. ?/, '');
    expect(said).toMatch(sentence);
  });

  test.each([
    [429, /Wait for the next run: Google Chat had too many messages \(HTTP 429\)\.$/],
    [500, /Wait for the next run: Google Chat did not work \(HTTP 500\)\.$/],
  ])('a %i says what happens next', (status, sentence) => {
    const book = withChat();
    book.chat.next = [status];
    book.run();
    expect(book.views()[0]?.sentence).toMatch(sentence);
  });

  test.each([
    'https://evil.example/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com.evil.example/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com@evil.example/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'http://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/messages?token=t-1',
    'https://chat.googleapis.com/v1/spaces/../../x/messages?key=k-1&token=t-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/members?key=k-1&token=t-1',
    'https://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1&token=t-1&threadKey=x',
    'https://chat.googleapis.com/v1/spaces/AAQA1/messages?key=k-1&token=t-1#x',
    'javascript:alert(1)',
  ])('refuses %s when typed and when sent', (hook) => {
    const book = withChat();
    expect(() => book.list.save({ ...WEEKLY, chat: hook })).toThrow(
      /^Paste the webhook of a Google Chat space, or ask/,
    );
    const { summaryHooks = '' } = book.document.readAll();
    book.document.write({ summaryHooks: summaryHooks.replace(JSON.stringify(HOOK).slice(1, -1), hook) });
    expect(book.run()).toHaveLength(1);
    expect(book.chat.sent).toEqual([]);
  });

  test.each([`${HOOK}2`, ''])('is not what was answered before its webhook was changed to “%s”', (chat) => {
    const book = withChat();
    book.chat.next = [403];
    book.run();
    const id = book.views()[0]?.id ?? '';
    book.list.save({ ...WEEKLY, id });
    expect(book.views()[0]?.sentence).toMatch(/\(HTTP 403\)\.$/);
    book.list.save({ ...WEEKLY, id, chat });
    expect(book.views()[0]).toMatchObject({
      isBlocked: false,
      sentence: expect.not.stringContaining('HTTP'),
    });
  });

  test('is kept, changed and removed with its summary email, and its address stays where it is', () => {
    const book = withChat();
    const [summary] = book.views();
    const id = summary?.id ?? '';
    const hooks = () => book.document.readAll().summaryHooks;
    book.list.save({ ...WEEKLY, id });
    expect(hooks()).toContain('AAQA1');
    const others = Object.entries(book.document.readAll()).filter(([name]) => name !== 'summaryHooks');
    expect(JSON.stringify(others)).not.toContain('AAQA1');
    book.list.save({ ...WEEKLY, id, chat: '' });
    expect(hooks()).not.toContain('AAQA1');
    book.list.save({ ...WEEKLY, id, chat: HOOK });
    book.list.remove(id);
    expect(hooks()).not.toContain('AAQA1');
    expect(() => book.list.save({ ...WEEKLY, to: [], chat: '' })).toThrow(
      'Enter at least one email address.',
    );
  });
});
