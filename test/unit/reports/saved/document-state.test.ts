import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { KEPT_CHOICES } from '../../../../src/contract/reports';
import { parseStored } from '../../../../src/employer-api/text';
import {
  PROPERTY,
  readDocumentState,
  runningLease,
  SCHEDULE_OFF,
} from '../../../../src/reports/saved/document-state';
import { newReport, SAVED_REPORT, type SavedReport } from '../../../../src/reports/saved/saved-report';
import { CONNECTION } from '../../../support/sample-report';

const REPORT: SavedReport = { ...newReport('r-1', 10), period: 'last week', sheet: 'Shifts' };
const STATUS_SHEET = { sheetId: 9, stampedAt: 1000 };
const LEASE = { id: 'lease-1', by: 'menu', since: 1000, until: 421_000 } as const;
const UNSET = {
  ...{ connection: undefined, reports: [], schedule: SCHEDULE_OFF, lease: undefined, statusSheet: undefined },
  ...{ zone: 'Etc/UTC', activity: [], properties: {} },
};
const DAMAGED = [...'| |not JSON|{|null|5|"text"|[]|[1]|{}|{"version":1}'.split('|'), '\ufeff'];

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

  test('reads back what was written, without the secrets', () => {
    const schedule = { ...SCHEDULE_OFF, every: 'week', savedAt: 3, revision: 2, triggers: ['t'] };
    const activity = [
      { at: 4, by: 'menu', sheet: 'Shifts', outcome: 'lost', sentence: '', correlationId: '' },
    ];
    const properties = {
      schedule: JSON.stringify(schedule),
      lease: JSON.stringify(LEASE),
      statusSheet: JSON.stringify(STATUS_SHEET),
      zone: 'Asia/Kolkata',
      'alert.a-1': 'text of an alert',
      activity: JSON.stringify(activity),
      'report.r-1': JSON.stringify(REPORT),
      unrelated: 'kept by someone else',
    };
    const secrets = { connection: JSON.stringify(CONNECTION), 'summaryHook.p-1': 'of a Chat space' };
    const state = readDocumentState({ ...properties, ...secrets });
    expect(state).toEqual({
      connection: {
        region: 'UK',
        employer: 'me',
        clientIdTail: 't-id',
        audience: 'everyone',
        isSample: false,
      },
      ...{ reports: [REPORT], schedule, lease: LEASE, statusSheet: STATUS_SHEET },
      ...{ zone: 'Asia/Kolkata', activity, properties },
    });
    expect(JSON.stringify(state)).not.toMatch(/marked-client/);
  });

  test.each([
    ['status sheet', 'a time in words', { statusSheet: { ...STATUS_SHEET, stampedAt: 'noon' } }],
    ['status sheet', 'no sheet', { statusSheet: { ...STATUS_SHEET, sheetId: undefined } }],
    ['lease', 'a run of unknown kind', { lease: { ...LEASE, by: 'someone@example.com' } }],
    ['lease', 'no end', { lease: { ...LEASE, until: undefined } }],
    ['lease', 'an end in words', { lease: { ...LEASE, until: 'later' } }],
  ])('has no %s where it has %s', (_, __, stored) => {
    const properties = Object.entries(stored).map(([name, value]) => [name, JSON.stringify(value)]);
    const { lease, statusSheet } = readDocumentState(Object.fromEntries(properties));
    expect([lease, statusSheet]).toEqual([undefined, undefined]);
  });

  test('lists reports in the order in which they were made, without damaged ones', () => {
    const made = (id: string, createdAt: number) => [
      `report.${id}`,
      JSON.stringify({ ...REPORT, id, createdAt }),
    ];
    const properties = Object.fromEntries([made('c', 3), made('b', 1), made('a', 2), made('d', 2)]);
    const { reports } = readDocumentState({ ...properties, 'report.e': '{"version":1' });
    expect(reports.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
  });

  test('has a running refresh until its lease ends, then belongs to whoever comes', () => {
    const state = readDocumentState({ lease: JSON.stringify(LEASE) });
    expect([runningLease(state, 420_999), runningLease(state, 421_000)]).toEqual([LEASE, undefined]);
  });
});

describe('a saved report', () => {
  test('comes back as it was stored, and cut at any character is none', () => {
    const text = JSON.stringify(REPORT);
    expect(parseStored(SAVED_REPORT, text)).toEqual(REPORT);
    const read = Array.from(text, (_, end) => parseStored(SAVED_REPORT, text.slice(0, end)));
    expect(read.filter((report) => report !== undefined)).toEqual([]);
  });

  // What the form may leave out has the form's default.
  const owed = Object.keys(REPORT).filter((name) => !(name in KEPT_CHOICES) || name === 'period');

  test.each(owed)('without %s is none', (name) => {
    expect(parseStored(SAVED_REPORT, JSON.stringify({ ...REPORT, [name]: undefined }))).toBeUndefined();
  });

  test.each([
    ['sheetId', '7'],
    ['rangeName', null],
    ['undo', 'yes'],
    ['content', {}],
    ['lastRun', { outcome: 'lost' }],
    ['period', 5],
  ])('whose %s is %j is none', (name, value) => {
    expect(parseStored(SAVED_REPORT, JSON.stringify({ ...REPORT, [name]: value }))).toBeUndefined();
  });
});

test('the page on privacy lists the properties that there are, and no other', () => {
  const names = Object.values(PROPERTY).map((name) => (typeof name === 'string' ? name : name('…')));
  const [, table = ''] = readFileSync('docs/privacy.md', 'utf8').split('| what | property |');
  const rows = table.split('\n\n')[0] ?? '';
  expect([...rows.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(names.sort());
});
