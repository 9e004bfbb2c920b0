import { describe, expect, test } from '@jest/globals';
import { dailyReport, serial } from '../../support/daily-report';
import { failureOf } from '../../support/fetching';
import {
  CONNECTION,
  RECORD,
  reportAnswer,
  reportBody,
  SETTLING_RECORDS,
  SILENT_RECORD,
  US_CONNECTION,
} from '../../support/sample-report';
import { answer } from '../../support/stub-transport';
import { Building } from './building';

/* Building a dashboard by a click, where something stands in its way. */

describe('building a dashboard', () => {
  test('makes its sheet once; after that it is brought up to date', () => {
    const page = new Building();
    expect(page.build()).toBe('Built “Overview”. Refreshing “Shifts” keeps it up to date.');
    expect(page.build()).toBe('“Overview” is up to date.');
    expect(page.looksApplied).toHaveLength(1);
  });

  test.each([
    ['UK', CONNECTION, 'True fulfilment %', ['2026-03-02', '2026-03-08']],
    ['US', US_CONNECTION, 'True fulfilment %', ['2026-03-01', '2026-03-07']],
  ])('in the %s is of the weeks of that region, and spelled as there', (_, connection, words, period) => {
    const page = new Building(dailyReport);
    page.book.document.write({ connection: JSON.stringify(connection) });
    page.book.save({ ...page.book.report(), period: 'last week', from: '', to: '' });
    page.build('overview');
    const cells = page.book.sheets.byName('Overview')?.cells ?? [];
    const days = cells.flat().filter((cell) => Number.isInteger(cell) && Number(cell) > 46_000);
    const [first = 0, last = 0] = period.map(serial);
    // The period, then its days: one week is too few for weeks.
    expect(days).toEqual([first, last, ...Array.from({ length: 7 }, (_day, at) => first + at)]);
    const texts = cells.flat().filter((cell) => /fulfil+ment %/.test(String(cell)));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toContain(words);
  });

  test('says in the zone of the spreadsheet when the service made the report', () => {
    const page = new Building(dailyReport);
    page.book.calendar.name = 'Pacific/Auckland';
    page.build();
    // 11:59:58 UTC on 10 March is 00:59:58 on 11 March there.
    expect(page.text('Overview', 2, 4)).toContain('as of 11 Mar 2026, 00:59');
  });

  test('makes percentages by what refreshes have found out where its rows do not say', () => {
    const page = new Building(reportAnswer(SETTLING_RECORDS));
    page.book.refresh();
    page.book.fetching.cache.entries.clear();
    page.book.fetching.transport.next(reportAnswer([SILENT_RECORD]));
    page.build('where_and_when');
    const cells = page.book.sheets.byName('Where and when')?.cells ?? [];
    const [line = []] = cells.filter(([venue]) => venue === RECORD.VENUE_NAME);
    // 200 worked of 300 posted; of the demand it would be 67.1. On all days, and on its weekday.
    expect(line.slice(0, 9).filter((cell) => typeof cell === 'number')).toEqual([
      expect.closeTo(20_000 / 300, 9),
      expect.closeTo(20_000 / 300, 9),
    ]);
  });

  test('stops where another run has written it meanwhile, and changes nothing', () => {
    const page = new Building();
    page.build();
    const { document, fetching, sheets } = page.book;
    const acquire = fetching.lock.acquire.bind(fetching.lock);
    fetching.lock.acquire = (wait) => {
      const { dashboards = '' } = document.readAll();
      document.write({ dashboards: dashboards.replace(/"rows":\d+/, '"rows":500') });
      return acquire(wait);
    };
    const before = sheets.steps.length;
    expect(failureOf(() => page.build()).message).toBe('Try again in a minute: another refresh is running.');
    expect(sheets.steps).toHaveLength(before);
  });

  test('says that the service did not tell when it made the report', () => {
    const metadata = { employer_id: 1042, generated_at: null };
    const page = new Building(answer(200, reportBody([RECORD], { metadata })));
    page.build();
    expect(page.text('Overview', 2, 4)).toMatch(/^the service gave no time for its data · /);
  });

  test('says that figures are older where the service gives no newer ones', () => {
    const page = new Building();
    page.book.refresh();
    // Rows are fresh for a quarter of an hour, and kept for longer.
    page.book.fetching.clock.advance(2 * 3600);
    page.book.fetching.transport.next(answer(504));
    page.build();
    expect(page.text('Overview', 3, 1)).toMatch(/^Older figures: Try again in /);
  });

  test('waits for a refresh where the table holds rows of another employer', () => {
    const page = new Building();
    page.book.refresh();
    const other = { ...CONNECTION, employer: '77', fingerprint: 'fingerprint-2' };
    page.book.document.write({ connection: JSON.stringify(other) });
    expect(failureOf(() => page.build()).message).toBe(
      'Press Refresh first: “Shifts” still holds rows of another employer, the dashboard would show others.',
    );
    expect(page.book.sheets.byName('Overview')).toBeUndefined();
  });

  test('of eight years takes as many requests as it needs: no formula’s limit holds for a click', () => {
    const page = new Building(dailyReport);
    page.book.save({ ...page.book.report(), from: '2018-01-01', to: '2026-03-07' });
    expect(page.build()).toContain('Built “Overview”');
  });

  test('says what the service says where that refuses', () => {
    const page = new Building(answer(403));
    expect(failureOf(() => page.build()).message).toMatch(
      /^Ask the operator of the service, or whoever runs the network/,
    );
  });

  test('is named by its report where another sheet has the plain name, in A1 too', () => {
    const page = new Building();
    page.book.sheets.add('Overview', [['mine']]);
    expect(page.build()).toBe('Built “Overview – Shifts”. Refreshing “Shifts” keeps it up to date.');
    expect(page.text('Overview – Shifts', 1, 1)).toBe('Overview – Shifts');
    expect(page.build()).toBe('“Overview – Shifts” is up to date.');
  });

  test('of a former layout is made anew on a sheet of its own, with a word; the former one stays', () => {
    const page = new Building();
    page.build();
    const { document, sheets } = page.book;
    sheets.byName('Overview')?.type(60, 1, 'mine');
    const stored = document.readAll().dashboards ?? '';
    document.write({ dashboards: stored.replace(/,"layout":\d+/, '') });
    const before = JSON.stringify(sheets.byName('Overview')?.cells);
    expect(page.build()).toBe(
      'Built “Overview – Shifts”. Refreshing “Shifts” keeps it up to date. “Overview” has the former layout and stays as it is: delete it when you no longer need it.',
    );
    expect(JSON.stringify(sheets.byName('Overview')?.cells)).toBe(before);
    expect(page.build()).toBe('“Overview – Shifts” is up to date.');
  });

  test('where and when is made once for each way to compare', () => {
    const page = new Building();
    const cut = { rows: 'role', columns: 'week', measure: 'NO_SHOWS_PERCENTAGE' } as const;
    expect(page.build('where_and_when')).toContain('Built “Where and when”.');
    expect(page.build('where_and_when', cut)).toContain('Built “Where and when – Shifts”.');
    expect(page.build('where_and_when', cut)).toBe('“Where and when – Shifts” is up to date.');
  });

  test('takes no sheet of those that have its names and hold something', () => {
    const page = new Building();
    const names = ['Overview', 'Overview – Shifts'];
    for (let at = 2; at <= 51; at += 1) names.push(`Overview – Shifts ${at}`);
    for (const name of names) page.book.sheets.add(name, [['mine']]);
    expect(failureOf(() => page.build()).message).toBe(
      'Delete some of the sheets that are called “Overview”: there are too many.',
    );
  });
});

describe('a dashboard that was begun and not finished', () => {
  /** A run that is killed when it comes to charts. */
  function begun(): Building {
    const page = new Building();
    page.build();
    const { document } = page.book;
    document.write({
      dashboards: (document.readAll().dashboards ?? '').replace('"made":true', '"made":false'),
    });
    return page;
  }

  test('is finished by the next click', () => {
    const page = begun();
    expect(page.build()).toBe('Built “Overview”. Refreshing “Shifts” keeps it up to date.');
    expect(page.looksApplied).toHaveLength(2);
  });

  test('is left alone where its sheet was used for something else since', () => {
    const page = begun();
    page.book.sheets.byName('Overview')?.type(1, 1, 'My page');
    expect(failureOf(() => page.build()).message).toBe(
      'Empty or delete the sheet “Overview”: the unfinished dashboard there needs the space.',
    );
    expect(page.text('Overview', 1, 1)).toBe('My page');
  });
});

test('an answer without shifts makes a dashboard that says so', () => {
  const page = new Building(reportAnswer([]));
  page.build();
  expect(page.text('Overview', 4, 1)).toBe(
    'No shifts in this period match this report. Choose other days or filters.',
  );
});
