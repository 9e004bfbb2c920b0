import { describe, expect, test } from '@jest/globals';
import type { ReportForm } from '../../../../src/contract/reports';
import { previewReport } from '../../../../src/reports/preview/report-preview';
import { dailyReport } from '../../../support/daily-report';
import { nodeDigest, nodePacker } from '../../../support/node-text';
import { Refreshing } from '../../../support/refreshing';
import { WEEK_FORM } from '../../../support/report-form';
import { CONNECTION, RECORD, reportAnswer, reportBody, US_CONNECTION } from '../../../support/sample-report';
import { answer, type StubReport } from '../../../support/stub-transport';

/* Today is Tuesday, 10 March 2026. */

/** What a person has chosen: all shifts of 2026-03-01 to 2026-03-07, into a sheet of their own. */
const CHOICE: ReportForm = { ...WEEK_FORM, sheet: 'New' };

/** A connected spreadsheet with the report `r-1` on the sheet `Shifts`, in whose form somebody presses Preview. */
class Previewing {
  readonly book: Refreshing;

  constructor(answers: StubReport = reportAnswer(), connection = CONNECTION) {
    this.book = new Refreshing([], undefined, connection);
    this.book.fetching.transport.next(answers);
  }

  /** The report `r-1` is refreshed; its choices from then on. */
  refreshed() {
    this.book.refresh();
    return { id: 'r-1', sheet: 'Shifts' };
  }

  preview(changes: Partial<ReportForm> = {}) {
    const { document, stores, sheets, calendar, fetching } = this.book;
    const read = { document, stores, sheets, calendar };
    const services = { ...read, packer: nodePacker, digest: nodeDigest, ...fetching.reading('sidebar') };
    return previewReport(services, { ...CHOICE, ...changes });
  }
}

describe('a preview', () => {
  test('shows at most five rows of the newest month, and how often a refresh asks', () => {
    const form = new Previewing(dailyReport);
    const { rows, size, warnings } = form.preview({ from: '2025-11-15', to: '2026-03-07' });
    expect([rows.length, form.book.fetching.asked]).toEqual([5, ['2026-02-28 to 2026-03-12']]);
    expect(size).toBe(
      '7 shifts came for 1–7 Mar 2026, the newest month of this report: 7 rows of 18 columns. A refresh asks the service 5 times.',
    );
    expect([warnings, form.book.opened.writes]).toEqual([[], []]);
  });

  test.each([
    ['begun', { from: '2026-03-01', to: '2026-12-31' }, '2026-02-28 to 2026-04-01'],
    ['to come', { from: '2026-05-01', to: '2026-12-31' }, '2026-04-30 to 2026-06-01'],
  ])('of days to come reads the newest month that has %s', (_, days, asked) => {
    const form = new Previewing(dailyReport);
    form.preview(days);
    expect(form.book.fetching.asked).toEqual([asked]);
  });

  test('of rows that were kept says so, and why they are no newer', () => {
    const form = new Previewing();
    form.preview();
    form.book.fetching.clock.advance(2 * 3600);
    form.book.fetching.transport.next(answer(504));
    const { rows, warnings } = form.preview();
    expect(rows).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Rows that were kept are shown\. Try again later: /);
  });

  test('says what keeps it empty: the days, or the choice of venue', () => {
    expect(new Previewing(reportAnswer([])).preview().warnings).toEqual([
      'Choose other days: the service has no shifts for these.',
    ]);
    expect(new Previewing().preview({ venue: 'Zoo' }).warnings).toEqual([
      'Choose another venue: no refresh has seen “Zoo”.',
    ]);
    // Before the first refresh, what came is all that is known of names.
    expect(new Previewing().preview({ venue: 'The Crown & Ancor' }).warnings).toEqual([
      'Unknown venue “The Crown & Ancor”. Did you mean “The Crown & Anchor”?',
    ]);
    const { AREA_NAME: area, JOB_TITLE: role } = RECORD;
    expect(new Previewing().preview({ area, role: `<>${role}` }).warnings).toEqual([
      'Check the area and the job title: no shift of these days fits.',
    ]);
    const known = new Previewing();
    known.refreshed();
    expect(known.preview({ venue: 'The Crwn' }).warnings).toEqual([
      'Unknown venue “The Crwn”. Did you mean “The Crown & Anchor”?',
    ]);
  });

  test.each([
    ['UK, where weeks begin on Monday', CONNECTION, '2–8 Mar 2026', '2 Mar 2026'],
    ['US, where weeks begin on Sunday', US_CONNECTION, '1–7 Mar 2026', '1 Mar 2026'],
  ])('in the region %s: the days of “last week”, and the weeks of its rows', (_, connection, days, week) => {
    const { size, rows } = new Previewing(dailyReport, connection).preview({
      period: 'last week',
      from: '',
      to: '',
      report: 'shift_fulfilment_aggregated',
      groupBy: 'week',
      columns: 'WEEK, SHIFTS_POSTED',
    });
    expect(size).toBe(`7 shifts came for ${days}: 1 row of 2 columns.`);
    // Seven records of 10 positions each.
    expect(rows).toEqual([[week, '70']]);
  });

  test('warns of a sheet that is in use, which nothing is written to', () => {
    const form = new Previewing();
    form.book.opened.add('New');
    expect(form.preview().warnings).toEqual([
      'Choose an empty sheet or a new name: “New” already holds something.',
    ]);
    expect(form.preview(form.refreshed())).toMatchObject({ warnings: [] });
  });

  test('asks about a loss of the same question only: with another venue there are fewer shifts', () => {
    const names = ['Pier', ...Array<string>(14).fill('Mill')];
    const records = names.map((name, at) => ({ ...RECORD, SHIFT_ID: 1 + at, VENUE_NAME: name }));
    const form = new Previewing(reportAnswer(records));
    const own = form.refreshed();
    expect(form.preview({ ...own, venue: 'Pier' }).warnings).toEqual([]);
    form.book.fetching.cache.entries.clear();
    form.book.fetching.transport.next(reportAnswer(records.slice(0, 1)));
    expect(form.preview(own).warnings).toEqual([expect.stringContaining('only 1 shift came for')]);
  });

  test('of a report that moves to another sheet asks about that sheet, not about the table it leaves', () => {
    const form = new Previewing(reportAnswer([RECORD, { ...RECORD, SHIFT_ID: 2 }]));
    const { id } = form.refreshed();
    form.book.opened.add('New');
    const warnings = (sheet: string) => form.preview({ id, sheet, mode: 'history' }).warnings;
    expect(warnings('New')).toEqual(['Choose an empty sheet or a new name: “New” already holds something.']);
    expect([warnings('Other'), warnings('SHIFTS')]).toEqual([[], []]);
  });

  test.each([
    ['replace', []],
    ['history', [expect.stringContaining('the kept days of another employer would be deleted for good')]],
  ] as const)('asks whose rows would be replaced, as the refresh does: %s', (mode, warnings) => {
    const form = new Previewing();
    const own = form.refreshed();
    const other = { ...CONNECTION, employer: '77', fingerprint: 'fingerprint-2' };
    form.book.document.write({ connection: JSON.stringify(other) });
    const named = { employer_id: 77, deployment_code: 'UK', generated_at: '2026-03-10T11:59:58Z' };
    form.book.fetching.transport.next(answer(200, reportBody([RECORD], { request: named, metadata: named })));
    expect(form.preview({ ...own, mode }).warnings).toEqual(warnings);
  });
});
