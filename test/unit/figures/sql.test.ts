import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  distinctRows,
  type FigureRequest,
  figuresBy,
  type Group,
  prepareFigures,
} from '../../../src/figures/figures';
import {
  DEFINITIONS,
  type Definition,
  MEASURES,
  needsTargets,
  SCORE_MEASURES,
} from '../../../src/figures/measures';
import { leaving } from './grouped-rows';
import { type DataSet, dataSets, targetLines } from './random-data-sets';
import {
  fillLines,
  fillShifts,
  openDatabase,
  SQL_MEASURES,
  type SqlGroup,
  sqlGroups,
  sqlTargets,
} from './sql-figures';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 120);

const OF_RECORDS = MEASURES.filter((measure) => !needsTargets(measure));
/** One request for each definition, as if it were chosen. */
const BY_MEASURE: FigureRequest[][] = OF_RECORDS.map((measure) => {
  if (measure.kind === 'count') return [{ measure, definitions: undefined }];
  const all: readonly Definition[] = typeof measure.of === 'string' ? DEFINITIONS[measure.of] : [measure.of];
  return all.map((definition) => ({ measure, definitions: leaving([definition], 'choice') }));
});
/** Where the requests of each measure begin. */
const PLACES = BY_MEASURE.map((_, at) => BY_MEASURE.slice(0, at).flat().length);

let database: DuckDBConnection;
beforeAll(async () => {
  database = await openDatabase();
});

test(`figures of groups and of all rows equal what SQL says (seed ${SEED}, ${RUNS} data sets)`, async () => {
  await fc.assert(
    fc.asyncProperty(dataSets, async (dataSet) => {
      await fillShifts(database, dataSet.rows);
      const { groups, total } = grouped(dataSet);
      const own = dataSet.keys.length === 0 ? [total] : groups;
      expect(own.map(told)).toEqual((await sqlGroups(database, dataSet)).map(expected));
      expect([told(total)]).toEqual((await sqlGroups(database, dataSet, [])).map(expected));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test(`counts of groups add up to the total (seed ${SEED}, ${RUNS} data sets)`, () => {
  const counts = PLACES.filter((_, at) => SQL_MEASURES[at]?.sum !== undefined);
  fc.assert(
    fc.property(dataSets, (dataSet) => {
      const { groups, total } = grouped(dataSet);
      const of = (place: number) =>
        groups.reduce((sum, { figures }) => sum + (figures[place]?.value ?? 0), 0);
      expect(counts.map((place) => total.figures[place]?.value ?? 0)).toEqual(
        counts.map((place) => near(of(place))),
      );
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test('the measures in SQL are those of the product that rest on records alone, in its order', () => {
  expect(OF_RECORDS.map(({ name }) => name)).toEqual(SQL_MEASURES.map(({ name }) => name));
});

test(`figures that rest on targets equal what SQL says (seed ${SEED}, ${RUNS / 2} sheets and data sets)`, async () => {
  const measures = [...MEASURES, ...SCORE_MEASURES].filter(needsTargets);
  const basis = { numerator: 'SHIFTS_WORKED', denominator: 'TRUE_DEMAND' } as const;
  await fc.assert(
    fc.asyncProperty(dataSets, targetLines, async (dataSet, lines) => {
      await fillShifts(database, dataSet.rows);
      await fillLines(database, lines);
      const { from, to, today, weekStart, keys } = dataSet;
      const context = {
        range: { from, to },
        today,
        weekStart,
        keptDefinitions: undefined,
        targets: { lines },
      };
      const set = prepareFigures(dataSet.rows, { measures, basis, filters: [] }, context);
      const { groups, total } = figuresBy(set, keys);
      const targetsOf = await sqlTargets(database, dataSet);
      for (const { keys: values, rows, figures } of keys.length === 0 ? [total] : groups) {
        const known = Object.entries(targetsOf(values))
          // Money over no records is 0, not unknown.
          .filter(([name]) => rows.length > 0 || !['COST', 'CREDITS'].includes(name));
        const found = known.map(([name]) => figures[measures.findIndex((one) => one.name === name)]?.value);
        expect(found).toEqual(known.map(([, value]) => near(value)));
      }
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  );
});

function grouped({ rows, keys, from, to, today, weekStart }: DataSet) {
  const set = { rows: distinctRows(rows).rows, requests: BY_MEASURE.flat(), range: { from, to } };
  return figuresBy({ ...set, today, weekStart }, keys);
}

function told({ keys, rows, figures }: Group) {
  const told = PLACES.map((place, at) => {
    const some = figures.slice(place, PLACES[at + 1]);
    const [first] = some;
    return { values: some.map(({ value }) => value), n: first?.n, skipped: first?.skipped };
  });
  return { keys, records: rows.length, figures: told };
}

function expected({ figures, ...facts }: SqlGroup) {
  return {
    ...facts,
    figures: figures.map(({ values, n, skipped }) => ({ values: values.map(near), n: near(n), skipped })),
  };
}

/** A sum of decimals depends on their order in its last digits: eight decimals have to agree. */
function near(value: number | null) {
  return value === null ? null : expect.closeTo(value, 8);
}
