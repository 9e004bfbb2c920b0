import { describe, expect, test } from '@jest/globals';
import { type DocumentState, readDocumentState } from '../../../src/reports/saved/document-state';
import { newReport, type SavedReport } from '../../../src/reports/saved/saved-report';
import { viewState } from '../../../src/sidebar/state-view';
import { CONNECTION } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { ZonedCalendar } from '../../support/zoned-calendar';
import { Alerting, WORKED } from '../alerts/alerting';

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
const EMPTY = { ...readDocumentState({}), zone: 'Europe/London' };

const withLease = (until: number): DocumentState => ({
  ...EMPTY,
  lease: { id: 'lease-1', by: 'schedule', since: NOON - 60_000, until },
});

describe('the state that the sidebar shows', () => {
  test('of a new spreadsheet', () => {
    expect(viewState(CONTEXT, EMPTY, null)).toStrictEqual({
      connection: null,
      reports: [],
      alerts: [],
      notes: null,
      summaries: [],
      allowsChat: false,
      schedule: {
        every: 'off',
        hour: 6,
        weekday: 1,
        revision: 0,
        mailTo: '',
        mailProblem: null,
        nextRun: null,
        runsAs: null,
        isOwn: false,
        late: null,
      },
      activity: [],
      running: null,
      pause: null,
      timeZone: 'Europe/London',
      installation: 'add-on',
    });
  });

  test('gives times as text in the zone of the spreadsheet', () => {
    const lastRun = {
      outcome: 'refreshed',
      finishedAt: NOON,
      message: '3 shifts.',
      correlationId: 'c-1',
    } as const;
    const report = { ...newReport('r-1', 1), period: 'MTD', sheet: 'Shifts', sheetId: 7, lastRun };
    expect(viewState(CONTEXT, { ...EMPTY, reports: [report] }, null).reports).toEqual([
      {
        id: 'r-1',
        revision: 0,
        report: 'shift_fulfilment',
        every: 'settings',
        sheet: 'Shifts',
        period: 'MTD',
        from: '',
        to: '',
        venue: '',
        area: '',
        role: '',
        groupBy: '',
        columns: '',
        readableHeadings: true,
        noteColumns: '',
        mode: 'replace',
        confirmation: null,
        progress: null,
        canUndo: false,
        isStale: false,
        shownFrom: null,
        dashboards: [],
        lastRun: {
          outcome: 'refreshed',
          finishedAt: '10 Jul 2026, 13:00',
          message: '3 shifts.',
          correlationId: 'c-1',
        },
      },
    ]);
  });

  test('says when the rows were fetched that a sheet shows', () => {
    const content = { refreshedAt: NOON } as NonNullable<SavedReport['content']>;
    const state: DocumentState = { ...EMPTY, reports: [{ ...newReport('r-1', 1), content }] };
    expect(viewState(CONTEXT, state, null).reports[0]?.shownFrom).toBe('10 Jul 2026, 13:00');
  });

  test('says of a report that was never refreshed that there was no run', () => {
    const state: DocumentState = { ...EMPTY, reports: [newReport('r-1', 1)] };
    expect(viewState(CONTEXT, state, null).reports[0]?.lastRun).toBeNull();
  });

  test('says what runs since when', () => {
    expect(viewState(CONTEXT, withLease(NOON + 1), null).running).toEqual({ by: 'schedule', since: '12:59' });
  });

  test('says nothing of a run whose lease is over', () => {
    expect(viewState(CONTEXT, withLease(NOON), null).running).toBeNull();
  });

  test('says what of each report waits, goes on or can be put back, while its refresh may go on', () => {
    const cursor = (age: number, more: object) => ({
      ...{ asked: 'a', since: NOON - age, days: 3, progress: '3 of 9 days', held: '' },
      ...more,
    });
    const SIX_HOURS = 6 * 3_600_000;
    const report = (more: Partial<SavedReport>) => ({ ...newReport('r-1', 1), ...more });
    const held = report({ cursor: cursor(SIX_HOURS, { held: 'Only 3 of 400 rows came' }) });
    const begun = report({
      cursor: cursor(SIX_HOURS - 1, {}),
      undo: {} as SavedReport['undo'],
    });
    const over = report({ cursor: cursor(SIX_HOURS, {}) });
    const none = { confirmation: null, progress: null, canUndo: false, isStale: false };
    expect(viewState(CONTEXT, { ...EMPTY, reports: [held, begun, over] }, null).reports).toMatchObject([
      { ...none, confirmation: { sentence: 'Only 3 of 400 rows came.', isKept: false } },
      { ...none, progress: '3 of 9 days', canUndo: true },
      none,
    ]);
  });

  test('tells of the schedule what people may know: no trigger, no whole address', () => {
    const runner = {
      triggerId: 'trigger-1',
      savedAt: NOON,
      email: 'ann@employer.example',
      proven: true,
      zone: 'Europe/London',
    };
    const schedule = {
      ...EMPTY.schedule,
      every: 'week' as const,
      hour: 4,
      weekday: 5,
      savedAt: NOON,
      lastRunAt: NOON,
      runners: [runner],
    };
    const view = viewState(CONTEXT, { ...EMPTY, schedule }, null).schedule;
    expect(view).toMatchObject({ every: 'week', hour: 4, weekday: 5, isOwn: false });
    expect(view).toMatchObject({ runsAs: 'the person who saved the schedule on 10 Jul 2026' });
    expect(view.mailTo).toBe('a\u2026@employer.example');
    expect(JSON.stringify(view)).not.toMatch(/trigger-1|ann@/);
  });

  test('lists the newest 20 runs', () => {
    const records = Array.from({ length: 25 }, (_, index) => ({
      id: `run-${index}`,
      at: NOON - 60 * 60_000 + index * 60_000,
      by: 'menu' as const,
      sheet: 'Shifts',
      outcome: 'refreshed' as const,
      sentence: 'Fine.',
      correlationId: '',
    }));
    const { activity } = viewState(CONTEXT, { ...EMPTY, activity: records }, null);
    expect(activity).toHaveLength(20);
    expect([activity[0]?.id, activity[19]?.id]).toEqual(['run-24', 'run-5']);
    expect(activity[0]?.at).toBe('10 Jul 2026, 12:24');
  });

  test('is plain JSON: no member of it is lost or changed on the way to the page', () => {
    const lastRun = { outcome: 'failed', finishedAt: NOON, message: 'No.', correlationId: '' } as const;
    const reports = [newReport('r-1', 1), { ...newReport('r-2', 2), lastRun }];
    const book = new Alerting();
    const { properties } = book.list.save(WORKED);
    const runner = { triggerId: 'trigger-1', savedAt: NOON, email: '', proven: false, zone: 'Europe/London' };
    const full: DocumentState = {
      ...withLease(NOON + 1),
      reports,
      properties,
      activity: [
        {
          ...{ id: 'run-1', at: NOON - 1000, by: 'menu', sheet: 'Shifts' },
          ...{ outcome: 'running', sentence: '', correlationId: '' },
        },
      ],
      schedule: { ...EMPTY.schedule, every: 'day', savedAt: NOON, runners: [runner] },
    };
    const views = [viewState(CONTEXT, EMPTY, null), viewState(CONTEXT, full, null)];
    expect(views.map((view) => [view.reports.length, view.alerts.length, view.activity.length])).toEqual([
      [0, 0, 0],
      [2, 1, 1],
    ]);
    for (const view of views) expect(view).toStrictEqual(JSON.parse(JSON.stringify(view)));
  });

  test('holds of a stored connection neither the secret nor the whole client ID', () => {
    const state = readDocumentState({ connection: JSON.stringify(CONNECTION) });
    const text = JSON.stringify(viewState(CONTEXT, { ...EMPTY, ...state, zone: 'Europe/London' }, null));
    expect(text).toContain('t-id');
    expect(text).not.toMatch(/marked-client/);
  });
});
