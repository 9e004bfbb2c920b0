import { describe, expect, test } from '@jest/globals';
import { parseDashboards } from '../../../src/dashboards/dashboard-records';
import { failureOf } from '../../support/fetching';
import { Building } from './building';

/* What people wrote into a dashboard is not overwritten. */

const REST = 'right of column W or below row 47: new figures would overwrite them.';

function built(): Building {
  const page = new Building();
  page.build();
  return page;
}

describe('notes among the cells of a dashboard', () => {
  test('of more than three places are named by three', () => {
    const page = built();
    for (const column of [3, 4, 5, 6]) page.book.sheets.byName('Overview')?.type(9, column, 'note');
    expect(failureOf(() => page.build()).message).toBe(
      `Move your notes (C9, D9, E9, …) on “Overview” ${REST}`,
    );
  });

  test('of up to three places are all named', () => {
    const page = built();
    for (const column of [3, 4, 5]) page.book.sheets.byName('Overview')?.type(9, column, 'note');
    expect(failureOf(() => page.build()).message).toBe(`Move your notes (C9, D9, E9) on “Overview” ${REST}`);
  });
});

test('a dashboard of another width than the template has is not written', () => {
  const page = built();
  const { document, sheets } = page.book;
  const { dashboards = '' } = document.readAll();
  document.write({ dashboards: dashboards.replace(/"columns":\d+/, '"columns":4') });
  expect(parseDashboards(document.readAll().dashboards)[0]?.columns).toBe(4);
  const before = sheets.steps.length;
  expect(failureOf(() => page.build()).message).toMatch(
    /^Put the titles and headings of “Overview” back \(undo the change\), or delete the sheet/,
  );
  expect(sheets.steps).toHaveLength(before);
});
