import { describe, expect, test } from '@jest/globals';
import type { Book } from '../emulator/book';
import type { Trigger } from '../emulator/world';
import { ANN, BOB, Stage } from '../support/scene';

/*
 * One person with three spreadsheets, each with a schedule of its own. Google lists a person's triggers over all
 * spreadsheets of an add-on: what is done in one must leave those of the others as they are.
 */

const stage = new Stage();

const DAILY = { every: 'day', hour: 6 };
const OFF = { every: 'off', hour: 0 };

/** What can be done to the schedule of a spreadsheet. */
const STEPS: Readonly<Record<string, (books: Books) => void>> = {
  change: (books) => void books.call('sidebarSaveSchedule', { every: 'hour', hour: 0 }),
  'take over': (books) => void books.call('sidebarTakeOver', undefined, BOB),
  disconnect: (books) => void books.call('sidebarDisconnect'),
  'switch off': (books) => void books.call('sidebarSaveSchedule', OFF),
  'delete by hand': (books) => books.deleteByHand(),
};
const NAMES = Object.keys(STEPS);

/** How many of the steps are done one after the other; `ORDER_STEPS=5 npx jest …` does all. */
const ORDER_STEPS = Number(process.env.ORDER_STEPS ?? 2);

/** The steps that may come next, in every order of so many. */
const others = (done: readonly string[]): string[] =>
  done.length < ORDER_STEPS ? NAMES.filter((name) => !done.includes(name)) : [];
const ORDERS = NAMES.slice(0, ORDER_STEPS).reduce((product, _, index) => product * (NAMES.length - index), 1);

/** Three spreadsheets of Ann with a daily schedule each; steps are done in the first. */
class Books {
  private constructor(
    readonly emulator: Awaited<ReturnType<Stage['open']>>['emulator'],
    readonly first: Book,
    readonly others: readonly Book[],
    private readonly credentials: object,
  ) {}

  static async open(installation: 'add-on' | 'bound'): Promise<Books> {
    const scene = await stage.open({ installation });
    const { emulator, book } = scene;
    const [second, third] = [1, 2].map(() =>
      emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/London' }),
    );
    if (second === undefined || third === undefined) throw new Error('There are no other spreadsheets.');
    const books = new Books(emulator, book, [second, third], scene.form());
    for (const each of [book, second, third]) books.schedule(each);
    return books;
  }

  /** Only who is connected may have a schedule. */
  schedule(book = this.first): string {
    this.call('sidebarConnect', this.credentials, ANN, book);
    return this.call('sidebarSaveSchedule', DAILY, ANN, book);
  }

  /** What an endpoint answers is looked at only where it must have worked. */
  call(name: string, argument?: unknown, person = ANN, book = this.first): string {
    const result = book.as(person).callFromSidebar(name, ...(argument === undefined ? [] : [argument]));
    if (result.kind === 'failure') throw new Error(result.message);
    const { kind, message } = result.value as { kind: string; message: string };
    return kind === 'done' ? 'done' : message;
  }

  deleteByHand(): void {
    const { triggers } = this.emulator;
    for (const trigger of this.of(this.first)) triggers.splice(triggers.indexOf(trigger), 1);
  }

  of(book: Book): Trigger[] {
    return this.emulator.triggers.filter(({ bookId }) => bookId === book.id);
  }

  /** The triggers of the other spreadsheets. */
  elsewhere(): Trigger[] {
    return this.others.flatMap((book) => this.of(book));
  }
}

describe.each(['add-on', 'bound'] as const)('as %s', (installation) => {
  test(`the other spreadsheets keep their triggers, whatever is done in one, in all ${ORDERS} orders of ${ORDER_STEPS} steps`, async () => {
    const books = await Books.open(installation);
    const before = books.elsewhere();
    expect(before).toHaveLength(2);
    let orders = 0;
    // Orders that begin alike share their beginning.
    const goOn = (done: readonly string[]): void => {
      const putBack = books.emulator.savePoint();
      for (const name of others(done)) {
        const order = [...done, name];
        STEPS[name]?.(books);
        expect([order, books.elsewhere()]).toEqual([order, before]);
        goOn(order);
        putBack();
      }
      if (done.length < ORDER_STEPS) return;
      // Whatever came before, Ann can set her schedule again, at once or once a trigger that nobody names has ended.
      expect([done, books.schedule()]).toEqual([done, 'done']);
      expect(books.of(books.first).filter(({ owner }) => owner === ANN)).toHaveLength(1);
      expect(books.elsewhere()).toEqual(before);
      orders += 1;
    };
    goOn([]);
    expect(orders).toBe(ORDERS);
  });

  test('all three run, each at its own time', async () => {
    const books = await Books.open(installation);
    const all = [books.first, ...books.others];
    all.forEach((book, index) => {
      books.call('sidebarSaveSchedule', { every: 'day', hour: 12 + index }, ANN, book);
    });
    const hours: [string, number][] = [];
    books.emulator.on('execution', ({ bookId, outcome, wireCalls }) => {
      const hour = new Date(books.emulator.clock.now()).getUTCHours();
      if (outcome.kind === 'returned' && wireCalls > 1) hours.push([bookId ?? '', hour]);
    });
    books.emulator.advance({ days: 1 });
    expect(hours).toEqual(all.map(({ id }, index) => [id, 12 + index]));
  });

  test('someone who left: another person takes over one schedule, and the others stay late until they do', async () => {
    const books = await Books.open(installation);
    for (const trigger of books.emulator.triggers) trigger.nextRunAt = Number.POSITIVE_INFINITY;
    books.emulator.advance({ days: 3 });
    expect(books.call('sidebarTakeOver', undefined, BOB)).toBe('done');
    const runs = books.emulator.advance({ days: 1 });
    // Those of the others may not run, and do not.
    expect(new Set(runs.map(({ user, bookId }) => `${user} ${bookId}`))).toEqual(
      new Set([`${BOB} ${books.first.id}`]),
    );
    expect(books.elsewhere()).toHaveLength(2);
  });

  test.each(['first save', 'later save'])(
    'a %s that is killed at any call can be repeated, and touches no other spreadsheet',
    async (which) => {
      let calls = 0;
      const books = await Books.open(installation);
      if (which === 'first save') {
        books.deleteByHand();
        books.emulator.properties.forEach((pairs, scope) => {
          if (scope.includes(books.first.id)) pairs.delete('schedule');
        });
      }
      const putBack = books.emulator.savePoint();
      for (let killAtCall = 1; killAtCall < 40; killAtCall += 1) {
        putBack();
        const before = books.elsewhere();
        books.emulator.fault = { killAtCall };
        const killed = books.first.as(ANN).callFromSidebar('sidebarSaveSchedule', DAILY).kind === 'failure';
        if (!killed) break;
        calls += 1;
        let saved = books.call('sidebarSaveSchedule', DAILY);
        if (saved !== 'done') {
          expect(saved).toMatch(/^Save the schedule again in a minute or, if that fails, tomorrow: /);
          books.emulator.advance({ days: 1, minutes: 1 });
          saved = books.call('sidebarSaveSchedule', DAILY);
        }
        books.emulator.advance({ days: 1, minutes: 1 });
        const own = books.of(books.first).map(({ owner }) => owner);
        expect([killAtCall, saved, own]).toEqual([killAtCall, 'done', [ANN]]);
        expect(books.elsewhere().map(({ uniqueId }) => uniqueId)).toEqual(
          before.map(({ uniqueId }) => uniqueId),
        );
      }
      expect(calls).toBeGreaterThan(6);
    },
  );
});

test('the 21st spreadsheet of a person says which to switch off, and works once that is done', async () => {
  const books = await Books.open('add-on');
  const more = Array.from({ length: 18 }, () =>
    books.emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/London' }),
  );
  const saved = more.map((book) => books.schedule(book));
  expect(saved).toEqual([
    ...Array.from({ length: 17 }, () => 'done'),
    'Switch off the schedule of another spreadsheet, then save this one again: Google lets a person have 20 timers.',
  ]);
  books.call('sidebarSaveSchedule', OFF);
  const last = more[17];
  expect(last && books.call('sidebarSaveSchedule', DAILY, ANN, last)).toBe('done');
  expect(books.emulator.triggers).toHaveLength(20);
});
