import { describe, expect, test } from '@jest/globals';
import type { DashboardSource } from '../../../src/dashboards/dashboard-source';
import { writeHtml, writeText } from '../../../src/reports/mail/mail-document';
import type { SheetRow } from '../../../src/reports/sheet/cells';
import { cellsOf, tableIn, tilesIn } from '../../support/dashboard-cells';
import { TODAY } from '../../support/dashboard-source';
import {
  FROM,
  pageOf,
  partsOf,
  randomRows,
  readerText,
  refreshedSource,
  rowsBelow,
  TO,
  WEEK,
} from './summary-pages';

/* What a mail says is parsed back and compared with the cells of dashboards over the same rows. */

const RUNS = Number(process.env.TEST_RUNS ?? 20);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

type Cell = SheetRow[number];
const percent = (value: Cell) => (typeof value === 'number' ? `${value.toFixed(1)}%` : '–');
const tile = (value: Cell = null) => (typeof value === 'string' ? whole(value) : percent(value));
/** Dashboards round the ends of a likely range to whole percents, so only that it is one is compared. */
const whole = (rate = '') => (/\d–\d/.test(rate) ? 'a range' : rate);
const count = (value: Cell) => Number(value).toLocaleString('en-GB');

/** What the Overview shows: the six tiles, the venues, and true fulfilment by week. */
function overview(source: DashboardSource) {
  const cells = cellsOf({ template: 'overview' }, source);
  const tiles = tilesIn(cells).map(([words, value]) => [String(words).replace(/ %$|,.*/, ''), value ?? null]);
  const rate = 'True fulfilment';
  return {
    tiles: Object.fromEntries(tiles) as Record<string, Cell>,
    venues: (tableIn(cells, 'Most missing people by') ?? []).map((line) =>
      [line.Venue ?? line['Job title'], line['Missing people'], line[rate]].map((cell) => cell ?? null),
    ),
    weeks: tableIn(cells, 'By week: ') ?? [],
  };
}

describe('figures of a summary email', () => {
  test('parsed back from the mail are those of the dashboards', () => {
    let compared = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const rows = randomRows(SEED + run);
      const source = refreshedSource(rows);
      const html = writeHtml(pageOf(source));
      const ofReport = overview(source);
      const range = { from: WEEK, to: WEEK + 6 };
      const ofWeek = overview({ ...source, range, covered: { from: FROM, to: TO } });

      const tiles = [
        ...html.matchAll(
          /<td class="tile".*?<div class="label"[^>]*>(.*?)<\/div><div class="figure"[^>]*>(.*?)<\/div>/g,
        ),
      ].map(([, label = '', value = '']) => [label.replace(/ %$|,.*/, ''), whole(value)]);
      const [week = {}] = ofReport.weeks.slice(-1);
      expect(Object.fromEntries(tiles)).toEqual({
        'True fulfilment': tile(week['True fulfilment']),
        Booked: tile(week.Booked),
        Worked: tile(week.Worked),
        'No-shows': tile(week['No-shows']),
        'Missing people': count(week['Missing people'] ?? null),
        'People needed': count(week['People needed'] ?? null),
      });

      const [, alternative = ''] = / alt="([^"]*)"/.exec(html) ?? [];
      const weeks = [...alternative.matchAll(/\d+ \w{3} ([\d.]+%)/g)].map(([, value]) => value);
      expect(weeks).toEqual(ofReport.weeks.map((line) => percent(line['True fulfilment'] ?? null)));
      expect(weeks).toHaveLength(13);

      const lines = [
        ...html.matchAll(
          /<tr><td class="cell"[^>]*><div class="name"[^>]*>([^<]*)<\/div><\/td><td class="cell"[^>]*>([\d,]+)<table.*?<\/table><\/td><td class="cell"[^>]*>([^<]*)<\/td><\/tr>/g,
        ),
      ].map(([, venue, missing, rate]) => [venue, missing, whole(rate)]);
      // A week of one venue of several has the figures of all.
      const days = rows.filter(([day]) => Number(day) >= range.from && Number(day) <= range.to);
      const [only, ...others] = new Set(days.map(([, venue]) => venue ?? null));
      const { 'Missing people': people = null, 'True fulfilment': all = null } = ofWeek.tiles;
      const isOneOfSeveral = others.length === 0 && new Set(rows.map(([, venue]) => venue)).size > 1;
      const venues = isOneOfSeveral ? [[only ?? null, people, all]] : ofWeek.venues;
      const expected = venues
        .filter(([, missing]) => Number(missing) > 0)
        .map(([venue, missing, rate]) => [venue, count(missing ?? null), tile(rate ?? null)]);
      // The rows of the week alone may leave other definitions than those of the report: rates aren't compared then.
      const columns = tile(all) === tile(week['True fulfilment']) ? 3 : 2;
      expect(lines.map((line) => line.slice(0, columns))).toEqual(
        expected.map((line) => line.slice(0, columns)),
      );
      compared += 6 + 13 + 2 * lines.length;
    }
    expect(compared).toBeGreaterThan(20 * RUNS);
  });

  test('are the same in the plain text', () => {
    const figures = (text: string) => (text.match(/\d[\d,.]*\d%?|\d%?/g) ?? []).sort();
    for (let run = 0; run < RUNS; run += 1) {
      const page = pageOf(refreshedSource(randomRows(SEED + run)), run % 2 === 0 ? {} : { venue: 'Venue 0' });
      const [picture] = partsOf(page, 'picture');
      // The ends of the scale are of the picture alone.
      const ends: readonly string[] = picture?.scale ?? [];
      const seen = figures(readerText(writeHtml(page))).filter((figure) => !ends.includes(figure));
      const text = writeText(page);
      const missing = seen.filter((figure) => !text.includes(figure));
      expect(missing).toEqual([]);
    }
  });

  test('of a usual week are counted from the rows', () => {
    const rows = randomRows(SEED, 4000);
    const usual = rowsBelow(pageOf(refreshedSource(rows)), 'normal week');
    const [DAY, WORKED, DEMAND] = [0, 9, 15];
    const missingOn = (day: number) =>
      rows
        .filter((row) => row[DAY] === day && row[WORKED] !== null && row[DEMAND] !== null)
        .reduce((sum, row) => sum + Math.max(0, Number(row[DEMAND]) - Number(row[WORKED])), 0);
    const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const expected = names.map((weekday, at) => {
      const days = Array.from({ length: TODAY - FROM }, (_, place) => FROM + place);
      const counts = days
        .filter((day) => (day - FROM) % 7 === at)
        .slice(-13)
        .map(missingOn)
        .sort((one, other) => one - other);
      return { cells: [weekday, `${counts[6]} (${counts[1]}–${counts[11]})`] };
    });
    expect(usual).toEqual(expected);
  });
});
