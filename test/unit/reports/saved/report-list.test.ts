import { describe, expect, test } from '@jest/globals';
import type { ReportForm } from '../../../../src/contract/reports';
import { removeReport, saveReport } from '../../../../src/reports/saved/report-list';
import { readReportQuestion } from '../../../../src/reports/saved/saved-report';
import { failureOf } from '../../../support/fetching';
import { MemoryProperties } from '../../../support/memory-properties';
import { OpenSheets } from '../../../support/open-sheets';
import { savedReport } from '../../../support/refreshing';
import { REPORT_FORM } from '../../../support/report-form';
import { ADDRESSES } from '../../../support/sample-report';
import { StubClock } from '../../../support/stub-clock';
import { StubLock } from '../../../support/stub-lock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const CHOICE: ReportForm = REPORT_FORM;
const STORES = { user: new MemoryProperties(), spreadsheetId: () => 's-1', addresses: ADDRESSES };
const WRITTEN = {
  ...savedReport('r-1', 'Shifts'),
  sheetId: 7,
  lastRun: { outcome: 'refreshed' as const, finishedAt: 1, message: 'm', correlationId: 'c' },
};

function listing(reports: readonly (typeof WRITTEN | ReturnType<typeof savedReport>)[] = []) {
  const document = new MemoryProperties(
    Object.fromEntries(reports.map((report) => [`report.${report.id}`, JSON.stringify(report)])),
  );
  const clock = new StubClock();
  const lock = new StubLock();
  const calendar = new ZonedCalendar(clock);
  const { sheets } = new OpenSheets();
  const stores = { ...STORES, document };
  const made = { makeId: () => 'new-id', installation: 'bound' } as const;
  const services = { stores, document, lock, sheets, calendar, clock, ...made };
  const list = {
    save: (form: ReportForm) => saveReport(services, form),
    remove: (id: string) => removeReport(services, id),
  };
  const stored = (id: string) => JSON.parse(document.readAll()[`report.${id}`] ?? 'null');
  return { list, document, lock, calendar, stored };
}

describe('saving a report', () => {
  test('adds a new one at the end, with the zone', () => {
    const { list, document } = listing([savedReport('r-1', 'Other')]);
    const { reports, zone } = list.save(CHOICE);
    expect([reports.map(({ id }) => id), zone, document.readAll().zone]).toEqual([
      ['r-1', 'new-id'],
      'Europe/London',
      'Europe/London',
    ]);
  });

  test('keeps dates only where they are custom', () => {
    const { list, stored } = listing();
    list.save({ ...CHOICE, from: '2026-03-01', to: '2026-03-07' });
    expect(stored('new-id')).toMatchObject({ period: 'last week', from: '', to: '' });
    list.save({ ...CHOICE, id: 'new-id', period: 'custom', from: '2026-03-01', to: '2026-03-07' });
    expect(stored('new-id')).toMatchObject({ period: 'custom', from: '2026-03-01', to: '2026-03-07' });
  });

  test('with other days keeps its sheet and its rows', () => {
    const { list, stored } = listing([WRITTEN]);
    list.save({ ...CHOICE, id: 'r-1' });
    expect(stored('r-1')).toMatchObject({
      sheetId: WRITTEN.sheetId,
      lastRun: WRITTEN.lastRun,
      period: 'last week',
    });
  });

  test('that someone has saved since its form was opened is refused, with when, and stays as it is', () => {
    const { list, stored } = listing([WRITTEN]);
    // Two people have the same form open.
    list.save({ ...CHOICE, id: 'r-1', revision: 0, venue: 'Grand Hotel' });
    expect(
      failureOf(() => list.save({ ...CHOICE, id: 'r-1', revision: 0, venue: 'Old Mill' })),
    ).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/^Copy what you need, then open the form again: someone saved it on /),
    });
    expect(stored('r-1')).toMatchObject({ revision: 1, venue: 'Grand Hotel' });
  });

  test('with another sheet begins anew there and leaves the old one alone', () => {
    const { list, stored } = listing([WRITTEN]);
    list.save({ ...CHOICE, id: 'r-1', sheet: 'Elsewhere' });
    expect(stored('r-1')).toMatchObject({
      sheet: 'Elsewhere',
      sheetId: null,
      rangeName: '',
      lastRun: null,
    });
  });

  test.each<[string, Partial<ReportForm>, string, string]>([
    [
      'a sheet of another report',
      {},
      'invalid_settings',
      'Choose another sheet: “Shifts” belongs to another report.',
    ],
    [
      'that sheet in other case',
      { sheet: 'SHIFTS' },
      'invalid_settings',
      'Choose another sheet: “SHIFTS” belongs to another report.',
    ],
    [
      'the status sheet',
      { sheet: 'shift reports STATUS' },
      'invalid_settings',
      'Choose another sheet: “Shift Reports status” belongs to the add-on.',
    ],
    [
      'the sheet of kept tables, by whatever number',
      { sheet: 'SHIFT REPORTS UNDO 2' },
      'invalid_settings',
      'Choose another sheet: “Shift Reports undo” belongs to the add-on.',
    ],
    [
      'history without the days of its rows',
      { mode: 'history', columns: 'NO_SHOWS, VENUE_NAME as SHIFT_DATE' },
      'invalid_settings',
      'Add SHIFT_DATE to the columns, or choose Replace: history is kept by day.',
    ],
    [
      'dates that run backwards',
      { period: 'custom', from: '2026-03-07', to: '2026-03-01' },
      'invalid_option',
      'Choose a period from the list, or two dates in their order.',
    ],
    [
      'choices that are longer than one property holds, in bytes',
      { venue: 'é'.repeat(1500), area: 'x'.repeat(801) },
      'invalid_settings',
      'Enter less: venue, area, job title and columns together are longer than a report can keep.',
    ],
    [
      'dates that are none',
      { period: 'custom' },
      'invalid_option',
      'Choose a period from the list, or two dates in their order.',
    ],
  ])('refuses %s, and writes nothing', (_, changes, code, message) => {
    const { list, document } = listing([WRITTEN]);
    expect(failureOf(() => list.save({ ...CHOICE, ...changes }))).toEqual({ code, message });
    expect(document.log).toEqual([]);
  });

  test.each(['', 'NO_SHOWS, shift date', 'date as When, NO_SHOWS'])(
    'keeps history with the columns %j, which hold the day of a row',
    (columns) => {
      const { list, stored } = listing();
      list.save({ ...CHOICE, mode: 'history', columns });
      expect(stored('new-id')).toMatchObject({ mode: 'history', columns });
    },
  );

  test('shows no column of groups that it is no longer grouped by', () => {
    const columns = 'AREA_NAME as Where, VENUE_NAME, NO_SHOWS';
    const grouped = { ...CHOICE, report: 'shift_fulfilment_aggregated', groupBy: 'area', columns } as const;
    expect(readReportQuestion(grouped).columns.map(({ heading }) => heading)).toEqual(['Where', 'NO_SHOWS']);
    expect(readReportQuestion({ ...grouped, groupBy: 'venue, area' }).fields).toContain('VENUE_NAME');
  });

  test('takes a sheet whose name only begins like one of ours', () => {
    const { list, stored } = listing();
    list.save({ ...CHOICE, sheet: 'Shift Reports changes of May' });
    expect(stored('new-id')).toMatchObject({ sheet: 'Shift Reports changes of May' });
  });

  test('refuses one that was removed meanwhile', () => {
    const { list, lock } = listing();
    expect(failureOf(() => list.save({ ...CHOICE, id: 'r-9' })).message).toBe(
      'Add the report again: it was removed meanwhile.',
    );
    expect(lock.isHeld).toBe(false);
  });
});

describe('removing a report', () => {
  test('forgets it and no other', () => {
    const { list, document } = listing([WRITTEN, savedReport('r-2', 'Other', 2)]);
    expect(list.remove('r-1').reports.map(({ id }) => id)).toEqual(['r-2']);
    expect(document.readAll()['report.r-1']).toBe('');
  });

  test('forgets its alerts and summary emails, with their webhooks, and no others', () => {
    const { list, document } = listing([WRITTEN, savedReport('r-2', 'Other', 2)]);
    const of = (report: string) => JSON.stringify({ id: 'x', report });
    const [own, others] = [of('r-1'), of('r-2')];
    document.write({ 'alert.a': own, 'summary.s': own, 'summaryHook.s': 'https://chat.example/1' });
    document.write({ 'alert.b': others, 'summary.t': others, 'summaryHook.t': 'https://chat.example/2' });
    list.remove('r-1');
    expect(document.readAll()).toMatchObject({
      ...{ 'alert.a': '', 'summary.s': '', 'summaryHook.s': '' },
      ...{ 'alert.b': others, 'summary.t': others, 'summaryHook.t': 'https://chat.example/2' },
    });
  });

  test('that is gone already changes nothing', () => {
    const { list, document } = listing([WRITTEN]);
    expect(list.remove('r-9').reports).toHaveLength(1);
    expect(Object.keys(document.readAll())).toEqual(['report.r-1']);
  });
});
