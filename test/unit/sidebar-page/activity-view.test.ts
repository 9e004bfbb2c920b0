import { describe, expect, test } from '@jest/globals';
import { describeEntry, listRunsOf, listUndoable } from '../../../src/sidebar/page/report-view';
import { CONNECTED, sampleEntry, sampleReport, sampleRun } from './sample-state';

describe('the last runs of a report', () => {
  test('are those that name its sheet, newest first, at most five', () => {
    const run = (id: number) =>
      sampleEntry({ id: String(id), reports: id % 2 === 0 ? ['Even'] : ['Odd', 'Even too'] });
    const activity = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(run);
    const idsOf = (sheet: string) => listRunsOf({ sheet }, { ...CONNECTED, activity }).map(({ id }) => id);

    expect(idsOf('Even')).toEqual(['2', '4', '6', '8', '10']);
    expect(idsOf('Odd')).toEqual(['1', '3', '5', '7', '9']);
    expect(idsOf('Other')).toEqual([]);
  });
});

describe('a run in the list', () => {
  test.each([
    ['running', 'Running 2026-11-21 14:05'],
    ['refreshed', 'Refreshed 2026-11-21 14:05'],
    ['held', 'Held 2026-11-21 14:05'],
    ['failed', 'Failed 2026-11-21 14:05'],
    ['lost', 'Ended by Google 2026-11-21 14:05'],
    ['undone', 'Undid last change 2026-11-21 14:05'],
  ] as const)('that is %s begins with “%s”', (outcome, heading) => {
    expect(describeEntry(sampleEntry({ outcome }))).toMatchObject({ tone: outcome, heading });
  });

  test.each([
    ['sidebar', ['Shifts'], 'Shifts, from the sidebar'],
    ['menu', ['Shifts', 'Venues'], 'Shifts, Venues, from the menu'],
    ['schedule', [], 'by the schedule'],
  ] as const)('names the sheets and what began it: %s', (by, reports, about) => {
    expect(describeEntry(sampleEntry({ by, reports })).about).toBe(about);
  });

  test('shows the reference of a failure unless the sentence gives it', () => {
    const failed = sampleEntry({ outcome: 'failed', sentence: 'Try again.' });
    expect(describeEntry(failed).reference).toBe('7f3a2b10');
    expect(describeEntry({ ...failed, sentence: 'Try again. (ref 7f3a2b10)' }).reference).toBe('');
    expect(describeEntry({ ...failed, correlationId: '' }).reference).toBe('');
    expect(describeEntry(sampleEntry()).reference).toBe('');
  });
});

describe('what can be undone', () => {
  const report = (id: string, finishedAt: string, canUndo = true) =>
    sampleReport({ id, sheet: `Sheet ${id}`, canUndo, lastRun: sampleRun({ finishedAt }) });
  const idsOf = (reports: readonly { readonly id: string }[]) => reports.map(({ id }) => id);

  test('is nothing without a table to put back', () => {
    expect(listUndoable({ ...CONNECTED, reports: [report('a', '2026-11-21 14:05', false)] })).toEqual([]);
  });

  test('begins with the report whose run is the newest in the list', () => {
    const reports = [report('a', '2026-11-21 14:05'), report('b', '2026-11-21 14:05')];
    const activity = [
      sampleEntry({ id: '3', outcome: 'failed', reports: ['Sheet a'] }),
      sampleEntry({ id: '2', reports: ['Sheet b'] }),
      sampleEntry({ id: '1', reports: ['Sheet a'] }),
    ];
    expect(idsOf(listUndoable({ ...CONNECTED, reports, activity }))).toEqual(['b', 'a']);
    const undone = sampleEntry({ id: '4', outcome: 'undone', reports: ['Sheet a'] });
    expect(idsOf(listUndoable({ ...CONNECTED, reports, activity: [undone, ...activity] }))).toEqual([
      'a',
      'b',
    ]);
  });

  test('keeps the order of the list where reports were refreshed at the same time', () => {
    const reports = [report('a', '2026-11-20 14:05'), report('b', '2026-11-20 14:05')];
    expect(idsOf(listUndoable({ ...CONNECTED, reports }))).toEqual(['a', 'b']);
  });

  test('goes by the time of the refresh where the list is silent', () => {
    const reports = [
      report('a', '2026-11-20 14:05'),
      report('b', '2026-11-21 09:00'),
      report('c', '2026-11-19 23:59'),
    ];
    expect(idsOf(listUndoable({ ...CONNECTED, reports }))).toEqual(['b', 'a', 'c']);
  });
});
