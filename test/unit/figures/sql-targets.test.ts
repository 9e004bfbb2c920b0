import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import initSqlJs, { type Database } from 'sql.js';
import { formatIsoDate } from '../../../src/calendar/calendar-date';
import { figuresBy, prepareFigures } from '../../../src/figures/figure-set';
import type { Group } from '../../../src/figures/figures';
import type { GroupKey } from '../../../src/figures/group-keys';
import { MEASURES, type Measure, needsTargets, SCORE_MEASURES } from '../../../src/figures/measures';
import { type Cells, readRows } from '../targets/targets-scene';
import { dataSets } from './random-data-sets';
import { fillShifts } from './sql-figures';
import { fillLines, type MeantLine, nameOf, sqlKey, sqlPlan, sqlTargets } from './sql-targets';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 60);

const KEYS: readonly (readonly GroupKey[])[] = [
  [],
  ['venue'],
  ['role'],
  ['week', 'venue'],
  ['day', 'area'],
  ['month', 'role', 'venue'],
  ['weekday', 'area'],
];

let database: Database;
beforeAll(async () => {
  database = new (await initSqlJs()).Database();
});

/** Cells of one line, their number format, and what they mean. */
interface Typed {
  readonly cells: Cells;
  readonly format: string;
  readonly means: Omit<MeantLine, 'line'>;
}

const name = fc.option(fc.constantFrom('Grand Hotel', 'GRAND hotel ', 'bar', 'Zoo, the', 'Nowhere'), {
  freq: 2,
});
const amount = fc.option(
  fc.integer({ min: 0, max: 5000 }).map((hundredths) => hundredths / 100),
  { freq: 2 },
);
const target = fc.oneof(
  fc.constant({ cell: '' as unknown, format: '', value: null }),
  // A plain 1 is refused: it may mean 1% or 100%.
  fc.integer({ min: 2, max: 100 }).map((value) => ({ cell: value as unknown, format: '', value })),
  fc
    .integer({ min: 0, max: 1000 })
    .map((tenths) => ({ cell: `${tenths / 10}%` as unknown, format: '', value: tenths / 10 })),
  fc
    .integer({ min: 0, max: 100 })
    .map((value) => ({ cell: (value / 100) as unknown, format: '0.0%', value })),
);
const typed: fc.Arbitrary<Typed> = fc
  .record({
    ...{
      venue: name,
      area: name,
      role: name,
      target,
      measure: fc.constantFrom('', 'true fulfilment %', 'no shows %'),
    },
    from: fc.option(fc.integer({ min: 45_970, max: 46_100 }), { freq: 2 }),
    length: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
    ...{
      planPositions: amount,
      planHours: amount,
      rate: amount,
      creditPerMissing: amount,
      creditPerNoShow: amount,
    },
  })
  .map(({ target: goal, from, length, measure, ...line }) => {
    const to = length === null ? null : (from ?? 46_000) + length;
    return {
      cells: {
        VENUE_NAME: line.venue ?? '',
        AREA_NAME: line.area ?? '',
        JOB_TITLE: line.role ?? '',
        FROM: from === null ? '' : formatIsoDate(from),
        TO: to === null ? '' : new Date(Date.parse(formatIsoDate(to))),
        MEASURE: measure,
        TARGET: goal.cell,
        PLAN_POSITIONS: line.planPositions ?? '',
        PLAN_HOURS: line.planHours === null ? '' : String(line.planHours).replace('.', ','),
        RATE_PER_HOUR: line.rate ?? '',
        CREDIT_PER_MISSING: line.creditPerMissing ?? '',
        CREDIT_PER_NO_SHOW: line.creditPerNoShow ?? '',
      },
      format: goal.format,
      means: {
        ...line,
        ...{ from, to, target: goal.value },
        measure: measure === 'no shows %' ? 'NO_SHOWS_PERCENTAGE' : 'TRUE_FULFILMENT_PERCENTAGE',
      },
    };
  });

const TARGETED = [...MEASURES, ...SCORE_MEASURES].filter(needsTargets);

test(`figures that rest on targets equal what SQL says (seed ${SEED}, ${RUNS} sheets and data sets)`, () => {
  fc.assert(
    fc.property(
      dataSets,
      fc.array(typed, { maxLength: 25 }),
      fc.constantFrom(...KEYS),
      (dataSet, sheet, keys) => {
        const { lines } = readRows(
          sheet.map(({ cells }) => cells),
          sheet.map(({ format }) => format),
        );
        fillShifts(database, dataSet.rows);
        fillLines(
          database,
          sheet.map(({ means }, at) => ({ ...means, line: at + 2 })),
        );
        const { from, to, today, weekStart } = dataSet;
        const context = {
          range: { from, to },
          today,
          weekStart,
          keptDefinitions: undefined,
          targets: { lines },
        };
        const basis = { numerator: 'SHIFTS_WORKED', denominator: 'TRUE_DEMAND' } as const;
        const figures = prepareFigures(dataSet.rows, { measures: TARGETED, basis, filters: [] }, context);
        const { groups, total } = figuresBy(figures, keys);
        const bySql = sqlTargets(database, dataSet, keys);
        for (const group of keys.length === 0 ? [total] : groups) {
          const values = keys.map((key, at) => sqlKey(key, group.keys[at] ?? null, weekStart));
          const known = bySql.get(nameOf(values));
          const value = (name: string) => figureOf(group, name, TARGETED);
          expect(value('TARGET')).toEqual(near(known?.target));
          expect(value('GAP_TO_TARGET')).toEqual(near(known?.gap));
          // Money over no records is 0, not unknown.
          if (group.records > 0) {
            expect(value('COST')).toEqual(near(known?.cost));
            expect(value('CREDITS')).toEqual(near(known?.credits));
          }
          const named = keys.map((key, at) => [key, group.keys[at] ?? null] as const);
          expect(value('PLAN_HOURS')).toEqual(near(sqlPlan(database, dataSet, 'plan_hours', named)));
          expect(value('PLAN_POSITIONS')).toEqual(near(sqlPlan(database, dataSet, 'plan_positions', named)));
        }
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
});

function figureOf({ figures }: Group, name: string, measures: readonly Measure[]): number | null {
  return figures[measures.findIndex((measure) => measure.name === name)]?.value ?? null;
}

function near(value: number | null | undefined) {
  return value === null || value === undefined ? null : expect.closeTo(value, 9);
}
