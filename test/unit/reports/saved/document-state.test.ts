import { describe, expect, test } from '@jest/globals';
import { readDocumentState, runningLease } from '../../../../src/reports/saved/document-state';
import { newReport, parseSavedReport, type SavedReport } from '../../../../src/reports/saved/saved-report';
import { SCHEDULE_OFF } from '../../../../src/reports/saved/saved-schedule';
import { CONNECTION } from '../../../support/sample-report';

const REPORT: SavedReport = { ...newReport('r-1', 10), period: 'last week', sheet: 'Shifts' };
const STATUS_SHEET = {
  sheetId: 9,
  rows: 2,
  stampedAt: 1000,
  installation: 'bound',
};
const LEASE = { id: 'lease-1', by: 'menu', since: 1000, until: 421_000, sheet: 'Shifts' } as const;
const UNSET = {
  connection: undefined,
  reports: [],
  schedule: SCHEDULE_OFF,
  lease: undefined,
  statusSheet: undefined,
  zone: undefined,
  locale: '',
  activity: [],
  properties: {},
};

const DAMAGED = [
  '',
  ' ',
  'not JSON',
  '{',
  'null',
  '5',
  'true',
  '"text"',
  '[]',
  '[1]',
  '{}',
  '{"version":1}',
  '\ufeff',
];

describe('the state of a document', () => {
  test('without properties is unset', () => {
    expect(readDocumentState({})).toEqual(UNSET);
  });

  test.each(DAMAGED)('is unset where every property is %j', (text) => {
    const names = ['connection', 'schedule', 'lease', 'statusSheet', 'activity', 'report.r-1', 'report.'];
    const { properties: _, ...state } = readDocumentState(
      Object.fromEntries(names.map((name) => [name, text])),
    );
    expect({ ...state, properties: {} }).toEqual(UNSET);
  });

  test('reads back what was written', () => {
    const schedule = { ...SCHEDULE_OFF, every: 'week', savedAt: 3, revision: 2, triggers: ['t'] };
    const activity = [
      { at: 4, by: 'menu', sheet: 'Shifts', outcome: 'lost', sentence: '', correlationId: '' },
    ];
    const statusSheet = STATUS_SHEET;
    const properties = {
      schedule: JSON.stringify(schedule),
      lease: JSON.stringify(LEASE),
      statusSheet: JSON.stringify(statusSheet),
      zone: 'Asia/Kolkata',
      locale: 'en_GB',
      'alert.a-1': 'text of an alert',
      activity: JSON.stringify(activity),
      'report.r-1': JSON.stringify(REPORT),
      unrelated: 'kept by someone else',
    };
    const secrets = { connection: JSON.stringify(CONNECTION), summaryHooks: 'of Chat spaces' };
    expect(readDocumentState({ ...properties, ...secrets })).toEqual({
      connection: {
        region: 'UK',
        employer: 'me',
        clientIdTail: 't-id',
        audience: 'everyone',
        isSample: false,
      },
      reports: [REPORT],
      schedule,
      lease: LEASE,
      statusSheet,
      zone: 'Asia/Kolkata',
      locale: 'en_GB',
      activity,
      properties,
    });
  });

  test.each([
    ['a time in words', { ...STATUS_SHEET, stampedAt: 'noon' }],
    ['no sheet', { ...STATUS_SHEET, sheetId: undefined }],
  ])('has no status sheet where it has %s', (_, statusSheet) => {
    expect(readDocumentState({ statusSheet: JSON.stringify(statusSheet) }).statusSheet).toBeUndefined();
  });

  test('tells neither the secret nor the whole client ID', () => {
    const state = readDocumentState({ connection: JSON.stringify(CONNECTION) });
    expect(JSON.stringify(state)).not.toMatch(/marked-client/);
  });

  test('lists reports in the order in which they were made, whatever the order of the properties', () => {
    const made = (id: string, createdAt: number) => [
      `report.${id}`,
      JSON.stringify({ ...REPORT, id, createdAt }),
    ];
    const properties = Object.fromEntries([made('c', 3), made('b', 1), made('a', 2), made('d', 2)]);
    expect(readDocumentState(properties).reports.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
  });

  test('drops one damaged report and keeps the others', () => {
    const state = readDocumentState({ 'report.r-1': JSON.stringify(REPORT), 'report.r-2': '{"version":1' });
    expect(state.reports).toEqual([REPORT]);
  });

  test.each([
    ['a run of unknown kind', { ...LEASE, by: 'someone@example.com' }],
    ['no end', { ...LEASE, until: undefined }],
    ['an end in words', { ...LEASE, until: 'later' }],
  ])('has no lease where it has %s', (_, lease) => {
    expect(readDocumentState({ lease: JSON.stringify(lease) }).lease).toBeUndefined();
  });
});

describe('a lease', () => {
  const state = readDocumentState({ lease: JSON.stringify(LEASE) });

  test('holds until its end, then belongs to whoever comes', () => {
    expect([runningLease(state, 420_999), runningLease(state, 421_000)]).toEqual([LEASE, undefined]);
  });
});

describe('a saved report', () => {
  test('comes back as it was stored', () => {
    expect(parseSavedReport(JSON.stringify(REPORT))).toEqual(REPORT);
  });

  test.each(Object.keys(REPORT).filter((name) => !['noted', 'nextNoted'].includes(name)))(
    'without %s is none',
    (name) => {
      const { [name as keyof SavedReport]: _, ...rest } = REPORT;
      expect(parseSavedReport(JSON.stringify(rest))).toBeUndefined();
    },
  );

  test.each([
    ['sheetId', '7'],
    ['rangeName', null],
    ['undo', 'yes'],
    ['content', {}],
    ['lastRun', { outcome: 'lost' }],
    ['period', 5],
  ])('whose %s is %j is none', (name, value) => {
    expect(parseSavedReport(JSON.stringify({ ...REPORT, [name]: value }))).toBeUndefined();
  });

  test('cut at any character is none', () => {
    const text = JSON.stringify(REPORT);
    const read = Array.from(text, (_, end) => parseSavedReport(text.slice(0, end)));
    expect(read.filter((report) => report !== undefined)).toEqual([]);
  });
});
