import { describe, expect, test } from '@jest/globals';
import {
  describeAlert,
  describeAlertRemoval,
  describeSummary,
  explainTarget,
  measureChoices,
} from '../../../src/sidebar/page/alert-view';
import { wordsFor } from '../../../src/sidebar/page/words/regional';
import { sampleAlert, sampleReport, sampleSummary } from './sample-state';

const REPORTS = [sampleReport({ id: 'r1', sheet: 'Last 13 weeks' })];

describe('an alert in words', () => {
  test('says the measure, the limit, the report and how sure it is', () => {
    expect(describeAlert(sampleAlert({ mailTo: 'a\u2026@x.example' }), REPORTS, wordsFor('UK'))).toEqual({
      heading: 'True fulfilment % below 90%',
      details: ['Last 13 weeks: each venue', 'Likely real', 'Email to a\u2026@x.example'],
    });
  });

  test('of what is better low says above', () => {
    const alert = sampleAlert({ measure: 'no_shows_percentage', target: 2.5, scope: 'all' });
    expect(describeAlert(alert, REPORTS, wordsFor('US'))).toEqual({
      heading: 'No-shows % above 2.5%',
      details: ['Last 13 weeks: the whole report', 'Likely real'],
    });
  });

  test('outlives its report', () => {
    expect(describeAlert(sampleAlert({ report: 'gone' }), REPORTS, wordsFor('UK')).details[0]).toBe(
      'a removed report: each venue',
    );
  });
});

describe('a summary email in words', () => {
  test('says what it shows, when it goes and to whom', () => {
    expect(describeSummary(sampleSummary({ to: ['a\u2026@x.example'] }), REPORTS)).toEqual({
      heading: 'Weekly: Last 13 weeks',
      details: ['Monday, after 06:00: one page for all', 'To a\u2026@x.example'],
    });
  });

  test('of a month that goes to Google Chat alone names the day and no address', () => {
    const summary = sampleSummary({ every: 'month', day: 3, to: [], hasChat: true, split: 'venue' });
    expect(describeSummary(summary, REPORTS)).toEqual({
      heading: 'Monthly: Last 13 weeks',
      details: ['Day 3 of the month, after 06:00: one page for each venue', 'To a Chat space'],
    });
  });

  test('that goes by mail and to Google Chat names both', () => {
    const { details } = describeSummary(sampleSummary({ to: ['a\u2026@x.example'], hasChat: true }), REPORTS);
    expect(details.slice(1)).toEqual(['To a\u2026@x.example', 'And to a Chat space']);
  });

  test('outlives its report', () => {
    expect(describeSummary(sampleSummary({ report: 'gone' }), REPORTS).heading).toBe(
      'Weekly: a removed report',
    );
  });
});

describe('the form of an alert', () => {
  test('spells measures by region', () => {
    expect(measureChoices(wordsFor('US')).map(({ label }) => label)).toEqual([
      'Worked %',
      'True fulfillment %',
      'Booked %',
      'Unfilled %',
      'No-shows %',
    ]);
  });

  test.each([
    ['worked_percentage', 'A week below this is a miss; a week exactly on target is not.'],
    ['unfilled_percentage', 'A week above this is a miss; a week exactly on target is not.'],
  ] as const)('says what a miss of %s is', (measure, sentence) => {
    expect(explainTarget(measure)).toBe(sentence);
  });
});

describe('what a person reads before an alert is removed', () => {
  test('names the sheet that is watched, and who gets no more mail', () => {
    expect(describeAlertRemoval(sampleAlert({ mailTo: 'a\u2026@x.example' }), REPORTS)).toEqual([
      'It stops watching \u201cLast 13 weeks\u201d. The report and its table stay.',
      'a\u2026@x.example gets no more email about it.',
    ]);
  });

  test('speaks of no mail where none is sent', () => {
    expect(describeAlertRemoval(sampleAlert(), REPORTS)).toHaveLength(1);
  });
});
