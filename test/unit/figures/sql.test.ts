import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import initSqlJs, { type Database } from 'sql.js';
import { distinctRows } from '../../../src/figures/figure-set';
import { type FigureRequest, type Group, groupFigures } from '../../../src/figures/figures';
import { DEFINITIONS, type Definition, MEASURES, needsTargets } from '../../../src/figures/measures';
import { leaving } from './grouped-rows';
import { type DataSet, dataSets } from './random-data-sets';
import { fillShifts, SQL_MEASURES, type SqlGroup, sqlGroups } from './sql-figures';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 120);

const OF_RECORDS = MEASURES.filter((measure) => !needsTargets(measure));
/** One request for each definition, as if it were chosen. */
const BY_MEASURE: FigureRequest[][] = OF_RECORDS.map((measure) => {
  if (measure.kind === 'count') return [{ measure, definitions: undefined }];
  const all: readonly Definition[] = typeof measure.of === 'string' ? DEFINITIONS[measure.of] : [measure.of];
  return all.map((definition) => ({ measure, definitions: leaving([definition], 'choice') }));
});
const REQUESTS = BY_MEASURE.flat();
/** Where the requests of each measure begin. */
const PLACES = BY_MEASURE.map((_, at) => BY_MEASURE.slice(0, at).flat().length);

let database: Database;
beforeAll(async () => {
  database = new (await initSqlJs()).Database();
});

describe('figures of groups', () => {
  test(`equal what SQL says of the same rows, group by group (seed ${SEED}, ${RUNS} data sets)`, () => {
    fc.assert(
      fc.property(dataSets, (dataSet) => {
        fillShifts(database, dataSet.rows);
        const { groups } = grouped(dataSet);
        expect(groups.map(told)).toEqual(sqlGroups(database, dataSet).map(expected));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test(`total what SQL says of all rows (seed ${SEED}, ${RUNS} data sets)`, () => {
    fc.assert(
      fc.property(dataSets, (dataSet) => {
        fillShifts(database, dataSet.rows);
        expect([told(grouped(dataSet).total)]).toEqual(sqlGroups(database, dataSet, []).map(expected));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test(`add up to the total, where they are counts (seed ${SEED}, ${RUNS} data sets)`, () => {
    fc.assert(
      fc.property(dataSets, (dataSet) => {
        const { groups, total } = grouped(dataSet);
        const sums = SQL_MEASURES.map((_, at) =>
          sum(groups.map(({ figures }) => figures[PLACES[at] as number]?.value ?? 0)),
        );
        const counts = SQL_MEASURES.flatMap(({ sum: isCount }, at) => (isCount === undefined ? [] : [at]));
        expect(counts.map((at) => total.figures[PLACES[at] as number]?.value ?? 0)).toEqual(
          counts.map((at) => near(sums[at] ?? 0)),
        );
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

test('the measures in SQL are those of the product that rest on records alone, in its order', () => {
  expect(OF_RECORDS.map(({ name }) => name)).toEqual(SQL_MEASURES.map(({ name }) => name));
});

function grouped({ rows, keys, from, to, today, weekStart }: DataSet) {
  const grouping = { keys, range: { from, to }, today, weekStart };
  return groupFigures(distinctRows(rows).rows, grouping, REQUESTS);
}

function told({ keys, records, unfinished, newestDay, figures }: Group) {
  return {
    keys,
    records,
    unfinished,
    newestDay,
    figures: PLACES.map((place, at) => {
      const some = figures.slice(place, PLACES[at + 1]);
      return {
        name: SQL_MEASURES[at]?.name,
        values: some.map(({ value }) => value),
        n: some[0]?.n,
        skipped: some[0]?.skipped,
      };
    }),
  };
}

function expected({ keys, records, unfinished, newestDay, figures }: SqlGroup) {
  return {
    keys,
    records,
    unfinished,
    newestDay,
    figures: figures.map(({ values, n, skipped }, at) => ({
      name: SQL_MEASURES[at]?.name,
      values: values.map(near),
      n: near(n),
      skipped,
    })),
  };
}

/** A sum of decimals depends on their order in its last digits: eight decimals have to agree. */
function near(value: number | null) {
  return value === null ? null : expect.closeTo(value, 8);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
