import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Employer } from '../api-server/data/employers';
import { runs } from '../support/runs';
import { ANN, BOB, type Scene, Stage } from '../support/scene';
import { SPEC_NAMES } from '../support/spec-fields';

/*
 * Employers, regions and kinds of connection, switched at random by two people with formulas and refreshes in between.
 */

/** A row without its day, which formulas and tables show each in their own way. */
type Row = readonly unknown[];

/** What the service holds, by employer: rows of `WHOLE`, with their days. */
type ServiceRows = ReadonlyMap<number, readonly { readonly day: string; readonly row: Row }[]>;

const WHOLE = ['2026-03-01', '2026-03-06'] as const;
/** The days of the report; three of the employers have shifts on all of them. */
const REPORT_DAYS = ['2026-03-03', '2026-03-05'] as const;
const TABLE = 'Shifts!A2:R320';
const HOUR = { hours: 1, minutes: 1 };

/** One thing that someone does. Employers are counted as in `employersToSwitch`. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('connect' as const),
      by: fc.constantFrom(ANN, ANN, BOB),
      employer: fc.nat(3),
      audience: fc.constantFrom('everyone' as const, 'me' as const),
      /** By what the employer is named, and what is wrong with the form. */
      how: fc.constantFrom('me', 'me', 'number', 'wrong secret', 'wrong region', 'wrong number'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect' as const), by: person() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('formula' as const),
      days: fc.constantFrom(WHOLE, REPORT_DAYS, ['2026-03-02', '2026-03-04'], ['2026-03-04', '2026-03-04']),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('refresh' as const), by: person() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), by: person() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('schedule' as const), by: person() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hour' as const) }) },
);

/** One thing that someone does. */
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What people do one after another, and whether formulas have a cache of the owner's. */
const session = fc.record({
  userCacheInFormulas: fc.constantFrom('null' as const, 'shared' as const),
  steps: fc.array(step, { minLength: 6, maxLength: 16 }),
});

/** The steps of one spreadsheet. */
type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

function person(): fc.Arbitrary<string> {
  return fc.constantFrom(ANN, BOB);
}

/** The four employers with access to the API, two in each region. */
function employersToSwitch(scene: Scene): Employer[] {
  return scene.server.employers.filter(({ apiAccess }) => apiAccess);
}

/** Reads the rows of all employers from what the service sent, not from what was shown. */
async function readServiceRows(stage: Stage): Promise<ServiceRows> {
  const rows = new Map<number, { day: string; row: Row }[]>();
  const scene = await stage.open();
  for (const { employerId, region, clientId, clientSecret } of employersToSwitch(scene)) {
    await scene.server.clear();
    scene.connect({ region, clientId, clientSecret });
    scene.formula(...WHOLE);
    const exchanges = await scene.server.requests();
    const answers = exchanges.filter(({ url }) => url.startsWith('/v1/'));
    const shifts = answers.flatMap(({ answerBody }) => JSON.parse(answerBody ?? '').report.shifts);
    rows.set(
      employerId,
      shifts.map((record) => ({ day: record.SHIFT_DATE, row: rowOf(record) })),
    );
  }
  return rows;
}

function rowOf(record: Readonly<Record<string, unknown>>): Row {
  return SPEC_NAMES.slice(1).map((name) => record[name] ?? '');
}

/**
 * A spreadsheet of Ann's that Bob may edit, and whose connections are saved there: known from what they did alone.
 *
 * The spreadsheet's connection goes before one's own; formulas know the owner's own only.
 */
class SwitchingModel {
  /** Whose rows a connection brings. */
  private shared: number | undefined;
  private readonly own = new Map<string, number>();
  /** Whose rows the table shows; `undefined` before the first refresh. */
  private shown: number | undefined;
  /** Cells compared, and results and tables that are not exactly one employer's. */
  cells = 0;
  readonly strays: string[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly service: ServiceRows,
    private readonly reportId: string,
  ) {}

  act(step: Step): void {
    if (step.kind === 'connect') this.connect(step);
    if (step.kind === 'disconnect') this.disconnect(step.by);
    if (step.kind === 'formula') this.formula(step.days[0] ?? '', step.days[1] ?? '');
    if (step.kind === 'schedule') {
      this.scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }, step.by);
    }
    if (step.kind === 'refresh') {
      const done = this.scene.refresh(this.reportId, step.by).kind === 'done';
      if (done !== (this.of(step.by) !== undefined))
        this.strays.push(`a refresh that ${done ? 'succeeded' : 'failed'}`);
      this.lookAtTable(done ? [step.by] : [], done);
    }
    if (step.kind === 'undo') {
      const { kind } = this.scene.ask('sidebarUndoRefresh', this.reportId, step.by);
      this.lookAtTable(kind === 'done' ? [step.by] : [], kind === 'done');
    }
    if (step.kind === 'hour') {
      const runs = this.scene.emulator.advance(HOUR);
      this.lookAtTable(
        runs.map(({ user }) => user),
        false,
      );
    }
  }

  private connect({ by, employer, audience, how }: Extract<Step, { kind: 'connect' }>): void {
    const all = employersToSwitch(this.scene);
    const chosen = all[employer];
    const another = all[(employer + 1) % all.length];
    if (chosen === undefined || another === undefined) throw new Error(`There is no employer ${employer}.`);
    const { employerId, region, clientId, clientSecret } = chosen;
    const form = {
      clientId,
      audience,
      employer: 'me',
      region: how === 'wrong region' ? (['US', 'UK'] as const).find((one) => one !== region) : region,
      clientSecret: how === 'wrong secret' ? `${clientSecret}x` : clientSecret,
      ...(how === 'number' ? { employer: String(employerId) } : {}),
      ...(how === 'wrong number' ? { employer: String(another.employerId) } : {}),
    };
    const { kind } = this.scene.ask('sidebarConnect', form, by);
    // What may not read the employer is not saved.
    const isRight = how === 'me' || how === 'number';
    if ((kind === 'done') !== isRight) this.strays.push(`connecting with ${how}: ${kind}`);
    if (kind !== 'done') return;
    if (audience === 'everyone') {
      this.own.delete(by);
      this.shared = employerId;
    } else {
      this.own.set(by, employerId);
      this.shared = undefined;
    }
  }

  private disconnect(by: string): void {
    this.scene.ask('sidebarDisconnect', undefined, by);
    this.shared = undefined;
    this.own.delete(by);
  }

  /** The connection that a person meets. */
  private of(someone: string): number | undefined {
    return this.shared ?? this.own.get(someone);
  }

  private formula(from: string, to: string): void {
    const result = this.scene.formula(from, to);
    const connected = this.of(ANN);
    const wanted = connected === undefined ? undefined : this.rowsOf(connected, from, to);
    const shown = result.kind === 'error' ? undefined : result.values.slice(1).map((row) => row.slice(1));
    this.cells += (shown?.length ?? 0) * SPEC_NAMES.length;
    if (JSON.stringify(shown) !== JSON.stringify(wanted)) {
      const said =
        result.kind === 'error' ? result.message : `rows of ${this.ownerOf(shown ?? [], from, to)}`;
      this.strays.push(`a formula of ${connected}, ${from} to ${to}: ${said}`);
    }
  }

  /**
   * Compares the table: one employer's, whole. Of another employer than before only if a refresh may have changed it.
   *
   * @param writers Who may have written it.
   * @param hasWritten Whether they must have.
   */
  private lookAtTable(writers: readonly string[], hasWritten: boolean): void {
    const { book } = this.scene;
    const hasSheet = book.workbook.sheets.some(({ name }) => name === 'Shifts');
    const rows = (hasSheet ? book.values(TABLE) : []).filter((row) => row.some((cell) => cell !== ''));
    const allowed = [
      ...writers.flatMap((someone) => this.of(someone) ?? []),
      ...(hasWritten || this.shown === undefined ? [] : [this.shown]),
    ];
    this.cells += rows.length * SPEC_NAMES.length;
    const table = rows.map((row) => row.slice(1));
    const owner = allowed.find(
      (id) => JSON.stringify(this.rowsOf(id, ...REPORT_DAYS)) === JSON.stringify(table),
    );
    if (owner !== undefined) this.shown = owner;
    else if (rows.length > 0 || hasWritten) {
      this.strays.push(
        `a table of ${this.ownerOf(table, ...REPORT_DAYS)} instead of ${allowed.join(' or ')}`,
      );
    }
  }

  private rowsOf(employerId: number, from: string, to: string): Row[] {
    const all = this.service.get(employerId) ?? [];
    // By day, venue, area, job title and ID; what is empty comes last.
    const keys = ({ day, row }: (typeof all)[number]) => [day, row[0], row[1], row[2], row[16]];
    const wanted = all.filter(({ day }) => day >= from && day <= to);
    const sorted = [...wanted].sort((one, other) => {
      const [a, b] = [keys(one), keys(other)];
      const at = a.findIndex((key, index) => key !== b[index]);
      if (at < 0) return 0;
      return b[at] === '' || (a[at] !== '' && (a[at] as string) < (b[at] as string)) ? -1 : 1;
    });
    return sorted.map(({ row }) => row);
  }

  private ownerOf(rows: readonly Row[], from: string, to: string): string {
    const text = JSON.stringify(rows);
    const owners = [...this.service.keys()];
    return String(
      owners.find((id) => JSON.stringify(this.rowsOf(id, from, to)) === text) ?? 'no one employer',
    );
  }
}

/** Saves the report that is refreshed. @returns Its ID. */
function saveSwitchedReport(scene: Scene): string {
  return scene.saveReport({ from: REPORT_DAYS[0], to: REPORT_DAYS[1] });
}

const RUNS = runs(15, 50);
const SEED = Number(process.env.TEST_SEED ?? 20_260_308);

const stage = new Stage({ allowance: 100_000_000 });
let service: ServiceRows;
beforeAll(async () => {
  service = await readServiceRows(stage);
});

test('no two of the four employers have a row in common', () => {
  const rows = [...service.values()].flatMap((all) => [
    ...new Set(all.map(({ row }) => JSON.stringify(row))),
  ]);

  expect(service.size).toBe(4);
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows).size).toBe(rows.length);
});

test(`formulas and tables show the rows of one employer, the connected one: ${RUNS} sequences (seed ${SEED})`, async () => {
  const figures = { sequences: 0, steps: 0, cells: 0 };
  const play = async ({ steps, userCacheInFormulas }: Session) => {
    const scene = await stage.open({ switches: { userCacheInFormulas } });
    const model = new SwitchingModel(scene, service, saveSwitchedReport(scene));
    for (const step of steps) {
      model.act(step);
      expect(model.strays).toEqual([]);
    }
    figures.sequences += 1;
    figures.steps += steps.length;
    figures.cells += model.cells;
  };
  await fc.assert(fc.asyncProperty(session, play), { numRuns: RUNS, seed: SEED });

  expect(figures.cells).toBeGreaterThan(RUNS * 100);
});
