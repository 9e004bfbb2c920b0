import { describe, expect, test } from '@jest/globals';
import { parseKeptDefinitions } from '../../../../src/figures/definitions';
import { parseSeenNames } from '../../../../src/reports/saved/names';
import { failureOf } from '../../../support/fetching';
import { nodePacker } from '../../../support/node-text';
import { Refreshing } from '../../../support/refreshing';
import { CONNECTION, RECORD, reportAnswer } from '../../../support/sample-report';
import { countStringCalls } from '../../../support/string-calls';
import { answer, type StubAnswer } from '../../../support/stub-transport';

/* What a refresh leaves behind for formulas and for SHIFT_STATUS. */

const START = Date.parse('2026-03-10T12:00:00Z');
/** Records of all days of the range in turn: an answer that ends early would be asked for again. */
const records = (count: number, changes: Record<string, unknown> = {}) =>
  reportAnswer(
    Array.from({ length: count }, (_, index) => ({
      ...RECORD,
      SHIFT_ID: index,
      SHIFT_DATE: `2026-03-0${1 + (index % 7)}`,
      ...changes,
    })),
  );
const names = (book: Refreshing) =>
  parseSeenNames(book.document.readAll().names, CONNECTION.fingerprint, nodePacker);

describe('a refresh tells formulas', () => {
  test('which names there are', () => {
    const book = new Refreshing([records(2), records(1, { VENUE_NAME: 'Zoo', JOB_TITLE: null })]);
    book.refresh();
    book.refresh();
    expect(names(book)).toMatchObject({
      venue: ['The Crown & Anchor', 'Zoo'],
      area: ['Bar'],
      role: ['Bartender'],
    });
  });

  test('what the percentages are made of', () => {
    // No-shows 11.1 %: 1 of 9 booked, and of 8 worked with 1 no-show. Two remain, so nothing is kept of them.
    const book = new Refreshing([records(30)]);
    book.refresh();
    const { found } = parseKeptDefinitions(book.document.readAll().definitions, CONNECTION.fingerprint) ?? {};
    expect(found?.SHIFTS_WORKED_PERCENTAGE).toEqual({
      definition: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED' },
      agree: 30,
      of: 30,
    });
    expect(found?.NO_SHOWS_PERCENTAGE).toBeUndefined();
  });

  test('nothing when it fails: what was known stays', () => {
    const book = new Refreshing([records(30), answer(404)]);
    book.refresh();
    const { definitions, names: kept } = book.document.readAll();
    failureOf(() => book.refresh());
    expect(book.document.readAll()).toMatchObject({ definitions, names: kept });
  });
});

describe('a refresh notes when rows changed', () => {
  test.each<[string, readonly StubAnswer[], number]>([
    ['first of all when there were none before', [records(2)], 0],
    ['not when the service sends the same again, made later', [records(2), records(2)], 0],
    ['not when a refresh fails in between', [records(2), answer(404), records(2)], 0],
    ['when a value was corrected', [records(2), records(2, { HOURS_WORKED: 60 })], 1],
    ['when a value is null now', [records(2), records(2, { HOURS_WORKED: null })], 1],
    ['when there is a record more', [records(2), records(3)], 1],
    ['when there is no record any more', [records(2), records(0)], 1],
  ])('%s', (_, answers, hours) => {
    const book = new Refreshing(answers);
    for (let at = 0; at < answers.length; at += 1) {
      if (at > 0) book.fetching.clock.advance(3600);
      try {
        book.refresh();
      } catch {
        // The service failed.
      }
    }
    expect(book.report().content).toMatchObject({
      changedAt: START + hours * 3_600_000,
      refreshedAt: START + (answers.length - 1) * 3_600_000,
    });
  });
});

describe('a refresh of many venues that begin alike', () => {
  const VENUES = 310;
  const sent = Array.from({ length: VENUES }, (_, at) => ({
    ...RECORD,
    SHIFT_ID: at,
    SHIFT_DATE: `2026-03-0${1 + (at % 7)}`,
    VENUE_NAME: `Riverside Conference and Banqueting Centre ${String.fromCharCode(65 + (at % 26), 65 + (at % 23), 65 + (at % 19)).repeat(3)}`,
  }));

  test('compares none of them with another under the lock', () => {
    const book = new Refreshing([reportAnswer(sent)]);
    const { lock } = book.fetching;
    const count = countStringCalls(
      'charCodeAt',
      () => book.refresh(),
      () => lock.isHeld,
    );
    // Other texts are measured and hashed; comparing all pairs would read over a million characters.
    expect(count).toBeLessThan(20_000);
    expect(names(book)?.venue).toHaveLength(VENUES);
  });
});
