import { describe, expect, test } from '@jest/globals';
import { failureOf } from '../../support/fetching';
import { CONNECTION, RECORD, reportAnswer, reportBody } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';
import { Building } from './building';

/* Building a dashboard by a click, where something stands in its way. */

describe('building a dashboard', () => {
  test('makes its sheet once; after that it is brought up to date', () => {
    const page = new Building();
    expect(page.build()).toBe('Built “Overview”. Refreshing “Shifts” keeps it up to date.');
    expect(page.build()).toBe('“Overview” is up to date.');
    expect(page.dressed).toHaveLength(1);
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
    expect(failureOf(() => page.build()).message).toBe('Try again in a minute: another refresh is at work.');
    expect(sheets.steps).toHaveLength(before);
  });

  test('says that the service did not tell when it made the report', () => {
    const metadata = { employer_id: 1042, generated_at: null };
    const page = new Building(answer(200, reportBody([RECORD], { metadata })));
    page.build();
    expect([page.text('Overview', 4, 2), page.text('Overview', 4, 3)]).toEqual([
      '',
      'The service did not say',
    ]);
  });

  test('says that figures are older where the service gives no newer ones', () => {
    const page = new Building();
    page.book.refresh();
    // Rows are fresh for a quarter of an hour, and kept for longer.
    page.book.fetching.clock.advance(2 * 3600);
    page.book.fetching.transport.next(answer(504));
    page.build();
    expect(page.text('Overview', 7, 2)).toMatch(/Older figures: Try again in /);
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

  test('of more days than it can show asks for a shorter period', () => {
    const page = new Building();
    page.book.save({ ...page.book.report(), from: '2018-01-01', to: '2026-03-07' });
    expect(failureOf(() => page.build()).message).toMatch(
      /^Choose a shorter period for this report: a dashboard shows at most about 20 months/,
    );
  });

  test('says what the service says where that refuses', () => {
    const page = new Building(answer(403));
    expect(failureOf(() => page.build()).message).toMatch(
      /^Check the region and the employer in the sidebar/,
    );
  });

  test('takes no sheet of fifty that have its name and hold something', () => {
    const page = new Building();
    page.book.sheets.add('Overview', [['mine']]);
    for (let at = 2; at <= 50; at += 1) page.book.sheets.add(`Overview ${at}`, [['mine']]);
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
    expect(page.dressed).toHaveLength(2);
  });

  test('is left alone where its sheet was used for something else since', () => {
    const page = begun();
    page.book.sheets.byName('Overview')?.type(1, 1, 'My page');
    expect(failureOf(() => page.build()).message).toBe(
      'Empty or delete the sheet “Overview”: the dashboard that was begun there needs its place.',
    );
    expect(page.text('Overview', 1, 1)).toBe('My page');
  });
});

test('an answer without shifts makes a dashboard that says so', () => {
  const page = new Building(reportAnswer([]));
  page.build();
  expect(page.text('Overview', 7, 2)).toMatch(
    /^There are no shifts in this period that fit the report: 0 means nothing to count\. /,
  );
});
