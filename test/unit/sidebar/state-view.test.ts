import { describe, expect, test } from '@jest/globals';
import { type FailureCode, ReportError } from '../../../src/employer-api/errors';
import { capital } from '../../../src/employer-api/text';
import {
  type DocumentState,
  readDocumentState,
  type Schedule,
} from '../../../src/reports/saved/document-state';
import { newReport, type SavedReport } from '../../../src/reports/saved/saved-report';
import { viewState } from '../../../src/sidebar/state-view';
import { StubClock } from '../../support/stub-clock';
import { ZonedCalendar } from '../../support/zoned-calendar';

type ViewServices = Parameters<typeof viewState>[0];

const NOON = Date.parse('2026-07-10T12:00:00Z');
const clock = new StubClock('2026-07-10T12:00:00Z');
const CONTEXT = {
  clock,
  calendar: new ZonedCalendar(clock),
  stores: { user: { readAll: () => ({}) }, spreadsheetId: () => 'book' },
  triggers: { ownIds: () => [] },
  sheets: {},
  mailDomains: [],
  chatOrigin: null,
  installation: 'add-on',
} as unknown as ViewServices;
const REFUSED =
  'Press “Change connection” in the sidebar: the service refused access right after sign-in. (HTTP\u00a0401)';
const NO_EMPLOYER =
  'Check the region and the employer in the sidebar: these credentials belong to another employer. (HTTP\u00a0403)';
const KEPT_OFF =
  'Send the details to your IT team, then to the operator of the service: something on the way refused the request. (HTTP\u00a0403)';
const since = (code: FailureCode, status: number) => ({
  at: NOON,
  error: new ReportError(code, { status, waitSeconds: 480 }),
  holds: true,
});
const EMPTY = readDocumentState({ zone: 'Europe/London' });

const withLease = (until: number): DocumentState => ({
  ...EMPTY,
  lease: { id: 'lease-1', by: 'schedule', since: NOON - 60_000, until },
});

describe('the state that the sidebar shows', () => {
  test('gives times as text in the zone of the spreadsheet', () => {
    const lastRun = {
      outcome: 'refreshed',
      finishedAt: NOON,
      message: '3 shifts.',
      correlationId: 'c-1',
    } as const;
    const report = { ...newReport('r-1', 1), period: 'MTD', sheet: 'Shifts', sheetId: 7, lastRun };
    const content = { refreshedAt: NOON } as NonNullable<SavedReport['content']>;
    const reports = [report, { ...newReport('r-2', 2), content }];
    expect(viewState(CONTEXT, { ...EMPTY, reports }, null).reports).toMatchObject([
      { shownFrom: null, lastRun: { ...lastRun, finishedAt: '10 Jul 2026, 13:00' } },
      { shownFrom: '10 Jul 2026, 13:00', lastRun: null },
    ]);
  });

  const BUSY = 'the service has had too many requests. (HTTP\u00a0429)';
  test.each<[string, Parameters<typeof viewState>[2], Schedule['every'], string | null, boolean]>([
    ['was not asked, as the newest run says', undefined, 'off', REFUSED, true],
    ['has answered since', null, 'off', null, false],
    ['has refused the connection since', since('wrong_employer', 403), 'off', NO_EMPLOYER, true],
    ['is kept off by the network', since('access_refused', 403), 'off', KEPT_OFF, false],
    ['fails by hand', since('rate_limited', 429), 'off', `Try again later: ${BUSY}`, false],
    [
      'fails on a schedule',
      since('rate_limited', 429),
      'hour',
      `Nothing to do, the schedule tries again: ${BUSY}`,
      false,
    ],
  ])('says why the newest call failed, of a service that %s', (_, failing, every, said, isRefused) => {
    const runOf = (finishedAt: number, outcome: 'failed' | 'refreshed', message: string) => ({
      lastRun: {
        ...{ outcome, finishedAt, message, correlationId: '' },
        ...(message === REFUSED ? { code: 'token_rejected' as const } : {}),
      },
    });
    const connection = { region: 'UK' } as DocumentState['connection'];
    const older = { ...newReport('r-1', 1), ...runOf(NOON - 1, 'refreshed', '3 shifts.') };
    const newest = { ...newReport('r-2', 1), ...runOf(NOON, 'failed', REFUSED) };
    const schedule = { ...EMPTY.schedule, every };
    const view = (...reports: SavedReport[]) =>
      viewState(CONTEXT, { ...EMPTY, connection, reports, schedule }, failing).connection;
    expect(view(newest, older)).toMatchObject({ failing: said, isRefused });
    expect(view({ ...newest, ...runOf(NOON - 2, 'failed', REFUSED) }, older)?.failing).toBe(
      failing ? said : null,
    );
    // What is wrong on a sheet is no matter of the connection.
    expect(view({ ...newest, ...runOf(NOON, 'failed', 'Delete A2.') })?.failing).toBe(failing ? said : null);
  });

  test.each([
    ['off', 'failed', 'Try again later', 'Try again later', 'it was slow.'],
    ['hour', 'failed', 'Try again later', 'Nothing to do, the schedule tries again', 'it was slow.'],
    [
      'hour',
      'failed',
      'Send the details to your IT team',
      'Send the details to your IT team',
      'it was refused.',
    ],
    ['hour', 'held', 'Keep or replace the table', 'Keep or replace the table', 'no shifts came.'],
  ] as const)(
    'says of a run that failed what to do on its card, and only why in its log (schedule: %s): %s, %s',
    (every, outcome, first, shown, why) => {
      const sentence = `${first}: ${why}`;
      const lastRun = { outcome, finishedAt: NOON, message: sentence, correlationId: 'c' };
      const by = { by: 'sidebar', sheet: 'Shifts', correlationId: 'c' } as const;
      const run = { ...by, at: NOON, outcome, sentence };
      const reports = [{ ...newReport('r-1', 1), sheet: 'Shifts', lastRun }];
      const schedule = { ...EMPTY.schedule, every };
      const view = viewState(CONTEXT, { ...EMPTY, reports, schedule, activity: [run] }, null);
      expect(view.reports[0]?.lastRun?.message).toBe(`${shown}: ${why}`);
      expect(view.activity[0]?.sentence).toBe(capital(why));
      expect(view.reports[0]?.nextRun ?? 'off').toMatch(
        every === 'off' ? /^off$/ : / 2026, \d\d:00 to \d\d:00$/,
      );
    },
  );

  test('says nothing of a run whose lease is over', () => {
    expect(viewState(CONTEXT, withLease(NOON), null).running).toBeNull();
  });

  test('says what of each report waits, goes on or can be put back, while its refresh may go on', () => {
    const cursor = (age: number, more: object) => ({
      ...{ asked: 'a', since: NOON - age, days: 3, held: '' },
      ...more,
    });
    const SIX_HOURS = 6 * 3_600_000;
    const report = (more: Partial<SavedReport>) => ({ ...newReport('r-1', 1), ...more });
    const held = report({ cursor: cursor(SIX_HOURS, { held: 'no shifts came' }) });
    const begun = report({
      cursor: cursor(SIX_HOURS - 1, {}),
      lastRun: {
        outcome: 'unfinished',
        finishedAt: NOON,
        message: 'Fetched 3 of 9 days so far.',
        correlationId: '',
      },
      undo: {} as SavedReport['undo'],
    });
    const over = report({ cursor: cursor(SIX_HOURS, {}) });
    const none = { confirmation: null, remark: '', canUndo: false, isStale: false };
    expect(viewState(CONTEXT, { ...EMPTY, reports: [held, begun, over] }, null).reports).toMatchObject([
      { ...none, confirmation: { sentence: 'No shifts came, so the old table stays.', isKept: false } },
      { ...none, remark: 'Fetched 3 of 9 days so far.', canUndo: true },
      none,
    ]);
  });

  test.each([
    [0, 'refreshed', '0 shifts from 1–7 Jul 2026.', '0 shifts from 1–7 Jul 2026.'],
    [12, 'refreshed', '12 shifts from 1–7 Jul 2026.', ''],
    [0, 'failed', 'Wait.', ''],
  ] as const)('says what came of a table of %s rows, %s', (rows, outcome, message, remark) => {
    const content = { rows, refreshedAt: NOON } as NonNullable<SavedReport['content']>;
    const lastRun = { outcome, finishedAt: NOON, message, correlationId: '' };
    const saved = { ...newReport('r-1', 1), content, lastRun };
    expect(viewState(CONTEXT, { ...EMPTY, reports: [saved] }, null).reports[0]).toMatchObject({ remark });
  });

  test('tells of the schedule what people may know: no trigger', () => {
    const schedule = {
      ...EMPTY.schedule,
      every: 'week' as const,
      hour: 4,
      weekday: 5,
      email: 'ann@employer.example',
      savedAt: NOON,
      triggers: ['trigger-1'],
    };
    const view = viewState(CONTEXT, { ...EMPTY, schedule }, null).schedule;
    expect(view).toMatchObject({ every: 'week', hour: 4, weekday: 5, isOwn: false });
    expect(view).toMatchObject({ runsAs: 'the person who saved the schedule on 10 Jul 2026' });
    expect(view.email).toBe('ann@employer.example');
    expect(JSON.stringify(view)).not.toContain('trigger-1');
    const own = { ...CONTEXT, triggers: { ownIds: () => ['trigger-1'] } } as unknown as ViewServices;
    expect(viewState(own, { ...EMPTY, schedule }, null).schedule.isOwn).toBe(true);
  });

  test('lists the runs, the newest first', () => {
    const records = Array.from({ length: 25 }, (_, index) => ({
      at: NOON - 60 * 60_000 + index * 60_000,
      by: 'menu' as const,
      sheet: `Shifts ${index}`,
      outcome: 'refreshed' as const,
      sentence: 'Fine.',
      correlationId: '',
    }));
    const { activity } = viewState(CONTEXT, { ...EMPTY, activity: records }, null);
    expect([activity[0]?.sheet, activity[24]?.sheet]).toEqual(['Shifts 24', 'Shifts 0']);
    expect(activity[0]?.at).toBe('10 Jul 2026, 12:24');
  });
});
