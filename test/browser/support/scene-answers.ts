import type { CheckLine } from '../../../src/contract/connection';
import type { ReportPreview } from '../../../src/contract/reports';
import type { Explanation } from '../../../src/contract/sidebar';

/* What the script answers in the scenes, in the product's own words. */

/** A refresh of 13 weeks. */
export const REFRESHED = '3,412 shifts from 17 Aug–15 Nov 2026. 12 shifts changed.';

/** Credentials of another employer. */
export const WRONG_EMPLOYER =
  'Check the region and the employer in the sidebar: these credentials belong to another employer. (HTTP 403)';

/** Too many requests. */
export const RATE_LIMITED =
  'Wait 8 minutes, then try again: the service has had too many requests. (HTTP 429)';

/** A check that signs in, at a service whose clock differs. */
export const CHECKS: readonly CheckLine[] = [
  { name: 'Sign-in', state: 'ok', sentence: 'The service accepts the credentials.' },
  {
    name: 'Clock',
    state: 'warning',
    sentence:
      'Tell the operator of the service: its clock is 6 minutes behind Google\u2019s, so tokens may end too early.',
  },
  { name: 'One-day report', state: 'failed', sentence: WRONG_EMPLOYER },
];

/** The note for support that goes with it. */
export const SUPPORT_NOTE = [
  'Shift Reports 0.1.0 (add-on)',
  'Made: 21 Nov 2026, 14:07 (Europe/London)',
  'Connection: region UK, employer me, for everyone',
  'Reports: 2, grouped 1, keeping history 0, last refreshed 1, last failed 0, last held 0, never refreshed 1',
  'Schedule: day',
  'Failure: wrong_employer, HTTP 403, ref 7f3a2b10-9c41',
  'Latest runs: none',
].join('\n');

/** What a report of five columns and three shifts would write to a sheet that someone uses. */
export const PREVIEW: ReportPreview = {
  headings: ['Date', 'Venue', 'Job title', 'Posted', 'Worked %'],
  rows: [
    ['14 Nov 2026', 'Caf\u00e9 \u00c9toile', 'Chef de partie', '4', '75.0%'],
    ['14 Nov 2026', 'The Grand Hall at the Riverside, London', 'Waiter', '12', '91.7%'],
    ['15 Nov 2026', '=Sum Bar', 'Bartender', '2', ''],
  ],
  facts: [
    '3 rows and 5 columns, from 3 shifts of 14–20 Nov 2026.',
    'A refresh makes 2 requests: one a month.',
  ],
  warnings: ['Choose an empty sheet or a new name: \u201cShift report\u201d already holds something.'],
};

/** A percentage of one shift record. */
export const EXPLANATION: Explanation = {
  title: 'Worked % of Caf\u00e9 \u00c9toile, 14 Nov 2026',
  lines: [
    { label: 'Definition', value: '100 \u00d7 worked \u00f7 booked.' },
    { label: 'Basis', value: 'worked ÷ booked: 412 of 413 rows agree' },
    { label: 'This record', value: 'worked 6, booked 7' },
    { label: 'Rows behind it', value: '1 shift record, SHIFT_ID 19012001' },
    { label: 'Sent by the service', value: '85.7%, matches the cell.' },
  ],
  more: [
    { label: 'Meaning', value: 'Share of positions that were worked, from 0 to 100.' },
    { label: 'Source', value: 'As published by the service, per record.' },
    { label: 'Report', value: 'Last 13 weeks' },
    { label: 'Period', value: '14–20 Nov 2026' },
    { label: 'Refreshed', value: '21 Nov 2026, 14:05 (Europe/London)' },
    { label: 'Correlation ID', value: '7f3a2b10-9c41-4d0a-8f10-0a0b0c0d0e0f' },
  ],
};
