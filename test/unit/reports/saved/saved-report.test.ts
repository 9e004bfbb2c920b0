import { describe, expect, test } from '@jest/globals';
import { describeContent, reportRange } from '../../../../src/reports/saved/saved-report';

/** Wednesday 2025-07-09. */
const TODAY = 45_847;
const content = {
  refreshedAt: 1,
  generatedAt: null,
  rows: 12,
  from: 46_082,
  to: 46_088,
  issues: 0,
  empty: 0,
  checks: [],
  hash: '',
  changedAt: 1,
};

function sentence(period: string, from = '', to = ''): string {
  try {
    reportRange({ period, from, to }, TODAY, 1);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The period was accepted');
}

describe('the days a report asks for', () => {
  test('follow its period word', () => {
    expect(reportRange({ period: 'last week', from: '', to: '' }, TODAY, 1)).toEqual({
      from: 45_838,
      to: 45_844,
    });
  });

  test('follow the day on which weeks begin', () => {
    expect(reportRange({ period: 'last week', from: '', to: '' }, TODAY, 7)).toEqual({
      from: 45_837,
      to: 45_843,
    });
  });

  test('are its own dates where they are custom', () => {
    const dates = { period: 'custom', from: '2026-03-01', to: '2026-03-07' };
    expect(reportRange(dates, TODAY, 1)).toEqual({ from: 46_082, to: 46_088 });
  });

  test.each([
    ['', '2026-03-07'],
    ['2026-03-01', ''],
    ['2026-02-30', '2026-03-07'],
    ['1989-12-31', '1990-01-02'],
    ['2100-12-31', '2101-01-01'],
    ['yesterday', 'today'],
  ])('are refused as %j to %j', (from, to) => {
    expect(sentence('custom', from, to)).toBe('Give both dates as YYYY-MM-DD, from 1990 to 2100.');
  });

  test('do not run backwards', () => {
    expect(sentence('custom', '2026-03-07', '2026-03-01')).toBe(
      'The first day, 2026-03-07, is after the last day, 2026-03-01.',
    );
  });

  test('are refused where the period is no word', () => {
    expect(sentence('last fortnight')).toBe('Choose a period from the list.');
  });
});

describe('the sentence about a refresh', () => {
  test.each([
    [{ ...content, rows: 12 }, '12 shifts from 1–7 Mar 2026.'],
    [{ ...content, rows: 1, to: 46_082 }, '1 shift from 1 Mar 2026.'],
    [{ ...content, rows: 0 }, '0 shifts from 1–7 Mar 2026.'],
    [{ ...content, issues: 1, empty: 0 }, '12 shifts from 1–7 Mar 2026, 1 doubtful value.'],
    [{ ...content, issues: 3, empty: 1 }, '12 shifts from 1–7 Mar 2026, 2 doubtful values.'],
    [{ ...content, sample: 'made up' }, '12 sample shifts from 1–7 Mar 2026.'],
  ])('%#: %p', (given, expected) => {
    expect(describeContent(given)).toBe(expected);
  });

  test.each([
    ['the same share', { rows: 12, empty: 4 }, 4, ''],
    ['twice the share', { rows: 12, empty: 2 }, 4, ''],
    ['more than twice the share', { rows: 12, empty: 2 }, 5, ', 5 values left empty by the service'],
    ['some where there were none', { rows: 500, empty: 0 }, 1, ', 1 value left empty by the service'],
    ['the first table', null, 5, ''],
  ])('tells of empty values when they become more: %s', (_, before, empty, told) => {
    expect(describeContent({ ...content, rows: 12, issues: empty, empty }, undefined, 'shift', before)).toBe(
      `12 shifts from 1–7 Mar 2026${told}.`,
    );
  });
});
