import { describe, expect, test } from '@jest/globals';
import {
  allowedAddresses,
  deliverMails,
  describeNoMail,
  heardBy,
  type NewsPart,
  type OutboxServices,
} from '../../../../src/reports/mail/outbox';
import { readDocumentState } from '../../../../src/reports/saved/document-state';
import { failureOf } from '../../../support/fetching';
import { Scheduling } from '../../../support/stub-schedule';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The same news for some addresses until each was told. */
function outbox(
  book: Scheduling,
  addresses: readonly string[],
  mailDomains: readonly string[] = [],
): OutboxServices {
  const newsSources: OutboxServices['newsSources'] = [
    (state) =>
      addresses.map(
        (to): NewsPart => ({
          to,
          headline: heardBy(state, [to]).includes('miss') ? '' : '1 off target',
          sentence: 'Something.',
          blocks: [],
          notes: [],
          sheetIds: [],
          stands: ['miss'],
        }),
      ),
  ];
  return { ...book, mailDomains, newsSources };
}

function send(book: Scheduling, addresses: readonly string[], mailDomains?: readonly string[]): string[] {
  const before = book.mailer.mails.length;
  deliverMails(outbox(book, addresses, mailDomains), readDocumentState(book.document.readAll()));
  return book.mailer.mails.slice(before).map(({ to }) => to);
}

/** Makes what everyone has heard news again. */
function forget({ document }: Scheduling): void {
  const heard = Object.entries(document.readAll()).filter(([name]) => name.startsWith('mail.'));
  const again = heard.map(([name, text]) => [name, JSON.stringify({ ...JSON.parse(text), heard: [] })]);
  document.write(Object.fromEntries(again));
}

const many = (count: number, name = 'p') =>
  Array.from({ length: count }, (_, at) => `${name}${at}@a.example`);

describe('the outbox', () => {
  test('sends to each address at most once a day of the spreadsheet', () => {
    const book = new Scheduling();
    expect(send(book, ['ann@a.example'])).toEqual(['ann@a.example']);
    forget(book);
    book.clock.advance(11.9 * HOUR);
    expect(send(book, ['Ann@A.example'])).toEqual([]);
    book.clock.advance(0.2 * HOUR);
    expect(send(book, ['Ann@A.example'])).toEqual(['Ann@A.example']);
  });

  test('reads and writes nothing where there is no news', () => {
    const book = new Scheduling();
    send(book, ['ann@a.example']);
    book.document.log.length = 0;
    const waits = book.lock.waits.length;
    const state = readDocumentState(book.document.readAll());
    deliverMails(outbox(book, ['ann@a.example']), state);
    expect([book.document.log, book.lock.waits.length]).toEqual([[], waits]);
  });

  test('writes to ten new addresses a day, and to twenty in all', () => {
    const book = new Scheduling();
    expect(send(book, many(12))).toEqual(many(10));
    book.clock.advance(DAY);
    expect(send(book, many(12))).toEqual(many(12).slice(10));
    book.clock.advance(DAY);
    forget(book);
    expect(send(book, [...many(12), ...many(12, 'q')])).toEqual([...many(12), ...many(8, 'q')]);
  });

  test('forgets the limit of a day by nothing that editors do: the newest addresses are kept', () => {
    const book = new Scheduling();
    for (let day = 0; day < 9; day += 1) {
      send(book, many(10, `d${day}-${'x'.repeat(90)}`));
      book.clock.advance(DAY);
    }
    const kept = Object.entries(book.document.readAll()).filter(([name]) => name.startsWith('mail.'));
    expect([kept.length, kept.filter(([, text]) => text !== '').length]).toEqual([90, 60]);
  });

  test('sends with the next run what Google refused, and lets one address that is refused hold up no other', () => {
    const book = new Scheduling();
    book.mailer.refusedAddresses.add('p0@a.example');
    expect(send(book, many(2))).toEqual(['p1@a.example']);
    const problem = () => describeNoMail(readDocumentState(book.document.readAll()), many(2), 1, []);
    expect(problem()).toBe(
      'Check the address p0@a.example, or wait a day: Google refused the last email to it. It is tried again with the next run.',
    );
    book.mailer.refusedAddresses.clear();
    expect([send(book, many(2)), problem()]).toEqual([['p0@a.example'], '']);
  });

  test('sends, then notes: a run that ends between the two sends once more, and none is lost', () => {
    const book = new Scheduling();
    const write = book.document.write.bind(book.document);
    book.document.write = () => {
      throw new Error('ended');
    };
    expect(send(book, ['ann@a.example'])).toEqual(['ann@a.example']);
    book.document.write = write;
    expect(send(book, ['ann@a.example'])).toEqual(['ann@a.example']);
    expect(send(book, ['ann@a.example'])).toEqual([]);
  });

  test('never throws: the run itself matters more', () => {
    const book = new Scheduling();
    book.lock.refusals = 1;
    expect(() => send(book, ['ann@a.example'])).not.toThrow();
  });

  test('writes only to domains that the administrator allows', () => {
    const book = new Scheduling();
    expect(send(book, ['ann@a.example', 'bob@b.example', 'eve@sub.a.example'], ['a.example'])).toEqual([
      'ann@a.example',
    ]);
    expect(failureOf(() => allowedAddresses(['bob@b.example'], ['a.example', 'c.example'])).message).toBe(
      'Ask your administrator: email goes to a.example and c.example only.',
    );
    expect(allowedAddresses(['ann@A.example'], ['a.example'])).toEqual(['ann@A.example']);
  });
});

test('an address that is typed twice stands once, whatever its capitals', () => {
  const typed = ['bob@a.example', 'new@a.example', 'NEW@a.example'];
  expect(allowedAddresses(typed, [])).toEqual(['bob@a.example', 'new@a.example']);
});
