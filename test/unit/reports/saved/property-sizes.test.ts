import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AlertList } from '../../../../src/alerts/alert-list';
import {
  fitEpisodes,
  formatEpisodes,
  NOT_JUDGED,
  parseEpisodes,
  withStanding,
} from '../../../../src/alerts/episode-record';
import type { ReportChoices } from '../../../../src/contract/reports';
import { formatDashboards } from '../../../../src/dashboards/dashboard-records';
import { FAILURES } from '../../../../src/employer-api/errors';
import { SHIFT_FULFILMENT_FIELDS } from '../../../../src/employer-api/shift-records';
import { LEASE_MILLIS } from '../../../../src/limits';
import { formatPace, NEW_PACE } from '../../../../src/reports/fetching/pace';
import { formatLedger, parseLedger } from '../../../../src/reports/mail/mail-ledger';
import { checkChoice } from '../../../../src/reports/refresh/report-list';
import { logFinished, logStarted } from '../../../../src/reports/saved/activity-log';
import {
  PROPERTY,
  packActivity,
  parseSchedule,
  readDocumentState,
  SCHEDULE_OFF,
} from '../../../../src/reports/saved/document-state';
import { failedChecks, learnedFrom } from '../../../../src/reports/saved/learned';
import { noteHeadings, readQuestion } from '../../../../src/reports/saved/report-question';
import {
  formatSavedReport,
  newReport,
  parseSavedReport,
  type SavedReport,
} from '../../../../src/reports/saved/saved-report';
import { afterTable, summarizeTable } from '../../../../src/reports/saved/shrink-guard';
import { markReported } from '../../../../src/reports/schedule/failure-mail';
import { scheduleProperty } from '../../../../src/reports/schedule/scheduler';
import { headingsOf, notePlace } from '../../../../src/reports/sheet/cells';
import { MemoryProperties } from '../../../support/memory-properties';
import { nodePacker } from '../../../support/node-text';
import { SPEC_NAMES } from '../../../support/spec-fields';
import { StubClock } from '../../../support/stub-clock';
import { StubLock } from '../../../support/stub-lock';

/*
 * The platform takes a property of 9 kB and refuses a longer one, with all that is written beside it. So each is bounded,
 * or what would make it longer is refused when a person saves it.
 */

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 200);
/** As the emulator counts them. */
const MOST_BYTES = 9000;

const bytes = (text: string | undefined) => Buffer.byteLength(text ?? '');
/** Letters that take one byte, two, three and four, and those that JSON takes two and six for. */
const LETTERS = ['x', 'é', '東', '🍣', '"', '\\', '\u0001'];
const ID = '00000000-0000-4000-8000-000000000000';

/** A shift record that breaks every relation, at a venue of a long name. */
const brokenRow = (at: number, name: string) => [
  46_082 + (at % 31),
  ...new Array<string>(3).fill(`${name}${at}`),
  ...[-1, -2, -900.123_456_789, -4, 1e15, -5, -6.5, -7, 100.000_000_001, -8, -7, 1e15, -9],
  Number.MAX_SAFE_INTEGER - at,
];

describe('a report', () => {
  const criterion = fc.oneof(
    fc.constant(''),
    fc
      .tuple(fc.constantFrom(...LETTERS.slice(0, 6)), fc.integer({ min: 1, max: 900 }))
      .map(([letter, length]) => letter.repeat(length)),
  );
  const heading = fc.tuple(fc.constantFrom(...LETTERS.slice(0, 4)), fc.integer({ min: 1, max: 300 }));
  const choices = fc.record({
    venue: criterion,
    area: criterion,
    role: criterion,
    columns: fc
      // Notes need the last of the columns, SHIFT_ID.
      .oneof(
        fc.constant([]),
        fc.array(heading, { maxLength: 18 }),
        fc.array(heading, { minLength: 18, maxLength: 18 }),
      )
      .map((headings) =>
        headings.map(([letter, length], at) => `${SPEC_NAMES[at]} as ${letter.repeat(length)}`).join(', '),
      ),
    noteColumns: fc
      .array(fc.tuple(fc.constantFrom('x', 'é', '東', '🍣'), fc.integer({ min: 1, max: 28 })), {
        maxLength: 5,
      })
      // As many UTF-16 units as a heading may have.
      .map((names) =>
        names.map(([letter, length], at) => `${letter.repeat(length).slice(0, 28)}${at}`).join(', '),
      ),
    sheet: fc
      .tuple(fc.constantFrom('x', 'é', '東'), fc.integer({ min: 1, max: 100 }))
      .map(([letter, length]) => letter.repeat(length)),
  });

  /** What is known of a table whose names are of these letters, as long as it may get. */
  const known = new Map(
    LETTERS.map((letter) => {
      const rows = Array.from({ length: 400 }, (_, at) => brokenRow(at, letter.repeat(60)));
      const range = { from: 46_000, to: 46_400 };
      const table = { asked: 'f'.repeat(64), range, today: 46_401, at: 1, fields: SPEC_NAMES, rows };
      const earlier = summarizeTable({ ...table, rows: [...rows, ...rows].slice(300) });
      const summary = afterTable(earlier, summarizeTable({ ...table, at: 2 }));
      return [letter, { summary, checks: failedChecks(rows, 46_401) }] as const;
    }),
  );

  /** What a person chose, with everything else as long as it may get. */
  function longest(
    chosen: Partial<ReportChoices>,
    letter: string,
    former: SavedReport | undefined,
  ): SavedReport {
    const report = { ...newReport(ID, 1_790_000_000_000), from: '2026-03-01', to: '2026-03-31', ...chosen };
    const { columns, fields } = readQuestion(report);
    const notes = noteHeadings(report);
    const headings = [...headingsOf(columns), ...notes];
    const place = notePlace(fields, notes);
    const { summary = null, checks = [] } = known.get(letter) ?? {};
    // As the shrink guard tells names: of 40 characters, in one line.
    const name = (letter === '\u0001' ? ' ' : letter).repeat(40).slice(0, 40);
    return {
      ...report,
      headed: true,
      sheetId: 2_147_483_647,
      headings: former?.headings ?? headings,
      nextHeadings: headings,
      fields: [...fields],
      ...(place ? { noted: former?.noted ?? place, nextNoted: place } : {}),
      extent: 9_999_999,
      foot: { gridRows: 9_999_999, lastRow: 'f'.repeat(64) },
      content: {
        refreshedAt: 1_790_000_000_000,
        generatedAt: '2026-03-10T09:00:00.000000000Z',
        rows: 9_999_999,
        from: 46_000,
        to: 46_400,
        issues: 9_999_999,
        empty: 9_999_999,
        checks,
        why: letter.repeat(330),
        hash: 'f'.repeat(64),
        changedAt: 1_790_000_000_000,
        sample: 'f'.repeat(64),
        employer: 'f'.repeat(64),
        employerNumberHash: 'f'.repeat(64),
      },
      lastRun: {
        outcome: 'held',
        finishedAt: 1_790_000_000_000,
        message: letter.repeat(5000),
        correlationId: ID,
      },
      snapshot: { slot: 'a', hash: 'f'.repeat(64), previous: 'f'.repeat(64) },
      summary,
      cursor: {
        asked: 'f'.repeat(64),
        since: 1_790_000_000_000,
        until: 1_790_000_000_000,
        progress: letter.repeat(200),
        days: 3660,
        stalls: 2,
        misses: 99,
        gaveUpAt: 3660,
        held: `${name.repeat(6)}${'only zeros came for SHIFTS_BOOKED_PERCENTAGE (9,999,999 other values before) '.repeat(12)}`,
      },
      history: { from: 46_000, to: 46_400, next: 46_400, reread: 46_400 },
    };
  }

  test(`that was accepted takes at most 9,000 bytes whatever becomes of it, and is read again (seed ${SEED})`, () => {
    let [accepted, refused, most] = [0, 0, 0];
    let former: SavedReport | undefined;
    fc.assert(
      fc.property(choices, fc.constantFrom(...LETTERS), (chosen, letter) => {
        const asked = { ...newReport(ID, 1), from: '2026-03-01', to: '2026-03-31', ...chosen };
        try {
          checkChoice(asked);
        } catch (error) {
          refused += 1;
          expect(String((error as Error).message)).not.toMatch(/minute/);
          return;
        }
        accepted += 1;
        const report = longest(chosen, letter, former);
        former = report;
        const text = formatSavedReport(report);
        most = Math.max(most, bytes(text));
        expect(bytes(text)).toBeLessThanOrEqual(MOST_BYTES);
        expect(parseSavedReport(text)).toMatchObject({
          ...chosen,
          headings: report.headings,
          cursor: { held: report.cursor?.held },
        });
      }),
      { seed: SEED, numRuns: RUNS },
    );
    process.stdout.write(
      `Reports: ${accepted} accepted, ${refused} refused, longest ${most} bytes (seed ${SEED})\n`,
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(RUNS / 20);
  });

  test('keeps all of it where there is room', () => {
    const report = { ...longest({ sheet: 'Shifts' }, 'x', undefined), cursor: null };
    const { lastRun, content } = parseSavedReport(formatSavedReport(report)) ?? {};
    expect(lastRun?.message.length).toBe(500);
    expect((content?.checks.length ?? 0) + (content?.moreChecks ?? 0)).toBe(report.content?.checks.length);
  });

  test.each([
    ['venue', 'the venue'],
    ['area', 'the area'],
    ['role', 'the job title'],
    ['columns', 'the columns'],
    ['sheet', 'the name of the sheet'],
  ] as const)('with half of a character in %s is refused when it is saved', (name, what) => {
    const report = { ...newReport(ID, 1), from: '2026-03-01', to: '2026-03-02', sheet: 'Shifts' };
    const message = `Enter ${what} again: it holds half of a character.`;
    for (const half of ['\ud83c', '\udf63', 'a\udf63\ud83cb']) {
      expect(() => checkChoice({ ...report, [name]: half })).toThrow(message);
    }
    const whole = name === 'columns' ? 'SHIFT_ID as 🍣' : '🍣';
    expect(() => checkChoice({ ...report, [name]: whole })).not.toThrow();
  });
});

describe('every other property', () => {
  test('the log of activities', () => {
    for (const letter of LETTERS) {
      const long = letter.repeat(10_000);
      let activity: ReturnType<typeof logStarted> = [];
      for (let run = 0; run < 40; run += 1) {
        const start = { id: ID + run, at: run * LEASE_MILLIS, by: 'schedule', sheet: long } as const;
        const state = { ...readDocumentState({}), activity };
        activity = logStarted(state, start);
        for (let report = 0; report < 8; report += 1) {
          const end = {
            ...start,
            outcome: 'failed',
            sentence: long,
            correlationId: long,
            news: long,
          } as const;
          activity = logFinished({ activity }, end);
          expect({ letter, fits: bytes(packActivity(activity)) <= MOST_BYTES }).toEqual({
            letter,
            fits: true,
          });
        }
      }
    }
  });

  test('what refreshes have learned', () => {
    for (const letter of LETTERS) {
      const rows = Array.from({ length: 3000 }, (_, at) =>
        brokenRow(at, `${(at * 7919) % 3001}${letter.repeat(200)}`),
      );
      const learned = learnedFrom(
        rows,
        {},
        { fingerprint: 'f'.repeat(64), today: 46_401, packer: nodePacker },
      );
      expect(Math.max(...Object.values(learned).map(bytes))).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  test('the pace of a connection', () => {
    const most = Object.fromEntries(Object.keys(NEW_PACE).map((name) => [name, Number.MAX_SAFE_INTEGER]));
    expect(bytes(`${'f'.repeat(64)} ${formatPace({ ...NEW_PACE, ...most })}`)).toBeLessThanOrEqual(
      MOST_BYTES,
    );
  });

  test('the schedule, with eight people and a hundred reports that fail in every way', () => {
    const addresses = Array.from({ length: 8 }, (_, at) => `${at}${"'".repeat(240)}@example.co`);
    const runners = addresses.map((email) => ({
      triggerId: '9'.repeat(20),
      savedAt: 1_790_000_000_000,
      email,
      proven: true,
      zone: 'America/Argentina/ComodRivadavia',
      hourly: true,
    }));
    let reported = {};
    for (const code of Object.keys(FAILURES)) {
      for (const address of addresses) {
        const failed = Array.from({ length: 30 }, (_, at) => ({
          id: ID.slice(0, -2) + String(at).padStart(2, '0'),
          sheet: 'Shifts',
          failure: { code: code as keyof typeof FAILURES, message: '' },
          refreshedAt: null,
          since: 1_790_000_000_000,
          before: undefined,
        }));
        reported = markReported(reported, address, { failed, recovered: [] });
      }
    }
    const schedule = {
      ...SCHEDULE_OFF,
      every: 'hour',
      runners,
      reported,
      lastRunAt: 1_790_000_000_000,
    } as const;
    const { schedule: text } = scheduleProperty(schedule);
    expect(bytes(text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(parseSchedule(text ?? '').runners).toHaveLength(8);
  });

  test('how 20 alerts stand', () => {
    for (const letter of LETTERS) {
      const open = Array.from({ length: 300 }, (_, at) => ({
        who: letter.repeat(200) + at,
        since: 46_000,
        week: 46_000,
        low: 33.3333,
        high: 66.6666,
        k: 999_999,
        n: 999_999,
        reported: true,
      }));
      let record = parseEpisodes('');
      for (let alert = 0; alert < 20; alert += 1) {
        for (let connection = 0; connection < 4; connection += 1) {
          const standing = {
            ...NOT_JUDGED,
            connection: `abcde${connection}`,
            asked: 'f'.repeat(64),
            week: 46_000,
          };
          record = withStanding(record, ID + alert, { ...standing, open, over: open });
        }
      }
      expect(bytes(formatEpisodes(fitEpisodes(record)))).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  test('to whom mail went, and what is collected for it', () => {
    for (const letter of LETTERS) {
      const changes = Array.from({ length: 8 }, (_, at): [number, boolean] => [1_790_000_000_000 + at, true]);
      const change = { count: 99, changes };
      const log = Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [letter.repeat(200) + at, change]),
      );
      const entry = {
        firstAt: 1,
        sent: [1, 2, 3],
        collects: true,
        changedAt: 5,
        log,
        others: 9,
        refusals: 1,
        refusedAt: 4,
      };
      const entries = Object.fromEntries(
        Array.from({ length: 90 }, (_, at) => [`${at}${"'".repeat(240)}@example.co`, entry]),
      );
      const ledger = { ...parseLedger(''), alerts: entries, failures: entries, summaries: entries };
      expect(bytes(formatLedger(ledger, 6))).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  test('dashboards: too many are refused', () => {
    const one = {
      template: 'overview',
      reportId: ID,
      sheetId: 1,
      sheet: '東'.repeat(100),
      rows: 1,
      columns: 1,
      made: true,
    } as const;
    const many = (count: number) => Array.from({ length: count }, () => one);
    expect(bytes(formatDashboards(many(18)))).toBeLessThanOrEqual(MOST_BYTES);
    expect(() => formatDashboards(many(60))).toThrow(
      'Delete the sheets of dashboards that you no longer need',
    );
  });

  test('alerts: too many for long addresses are refused', () => {
    const document = new MemoryProperties();
    const report = { ...newReport(ID, 1), sheet: 'Shifts' };
    document.write({ [PROPERTY.report(ID)]: formatSavedReport(report) });
    const list = new AlertList({
      document,
      lock: new StubLock(),
      makeId: () => ID,
      clock: new StubClock(),
      mailDomains: [],
    });
    const choice = {
      id: null,
      report: ID,
      measure: 'worked_percentage',
      scope: 'venue',
      target: 99.999,
      strictness: 'likely_real',
    } as const;
    const save = () => list.save({ ...choice, email: `${"'".repeat(240)}@example.co` });
    for (let count = 0; count < 17; count += 1) save();
    expect(save).toThrow('Remove an alert first');
    expect(bytes(document.readAll()[PROPERTY.alerts])).toBeLessThanOrEqual(MOST_BYTES);
  });
});

test('the fields are those of the specification', () => {
  expect(SHIFT_FULFILMENT_FIELDS.map(({ name }) => name)).toEqual(SPEC_NAMES);
});
