import { describe, expect, test } from '@jest/globals';
import { type DocumentState, readDocumentState } from '../../../src/reports/document-state';
import { newReport } from '../../../src/reports/saved-report';
import { type ViewContext, viewState } from '../../../src/sidebar/state-view';
import { CONNECTION } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { ZonedCalendar } from '../../support/zoned-calendar';

const NOON = Date.parse('2026-07-10T12:00:00Z');
const CONTEXT: ViewContext = {
  connection: { region: 'UK', employer: 'me', clientIdTail: 't-id', audience: 'everyone' },
  pause: null,
  zone: 'Europe/London',
  now: NOON,
  calendar: new ZonedCalendar(new StubClock('2026-07-10T12:00:00Z')),
  installation: 'add-on',
};
const EMPTY = readDocumentState({});

const withLease = (until: number): DocumentState => ({
  ...EMPTY,
  lease: { id: 'lease-1', by: 'schedule', since: NOON - 60_000, until },
});

describe('the state that the sidebar shows', () => {
  test('of a new spreadsheet', () => {
    expect(viewState(EMPTY, { ...CONTEXT, connection: null })).toEqual({
      connection: null,
      reports: [],
      schedule: { every: 'off', hour: 6 },
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
    expect(viewState({ ...EMPTY, reports: [report] }, CONTEXT).reports).toEqual([
      {
        id: 'r-1',
        sheet: 'Shifts',
        period: 'MTD',
        from: '',
        to: '',
        lastRun: {
          outcome: 'refreshed',
          finishedAt: '2026-07-10 13:00',
          message: '3 shifts.',
          correlationId: 'c-1',
        },
      },
    ]);
  });

  test('says of a report that was never refreshed that there was no run', () => {
    const state: DocumentState = { ...EMPTY, reports: [newReport('r-1', 1)] };
    expect(viewState(state, CONTEXT).reports[0]?.lastRun).toBeNull();
  });

  test('says what runs since when', () => {
    expect(viewState(withLease(NOON + 1), CONTEXT).running).toEqual({ by: 'schedule', since: '12:59' });
  });

  test('says nothing of a run whose lease is over', () => {
    expect(viewState(withLease(NOON), CONTEXT).running).toBeNull();
  });

  test('does not tell when the schedule last ran', () => {
    const state: DocumentState = {
      ...EMPTY,
      schedule: { every: 'day', hour: 4, savedAt: NOON, lastRunAt: NOON, triggerIds: [] },
    };
    expect(viewState(state, CONTEXT).schedule).toEqual({ every: 'day', hour: 4 });
  });

  test('is plain JSON', () => {
    const view = viewState(withLease(NOON + 1), CONTEXT);
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  test('holds of a stored connection neither the secret nor the whole client ID', () => {
    const state = readDocumentState({ connection: JSON.stringify(CONNECTION) });
    const connection = state.connection ? { ...state.connection, audience: 'everyone' as const } : null;
    const text = JSON.stringify(viewState(state, { ...CONTEXT, connection }));
    expect(text).toContain('t-id');
    expect(text).not.toMatch(/marked-client/);
  });
});
