import { describe, expect, test } from '@jest/globals';
import {
  audienceChoices,
  describeConnection,
  describeConnectionLine,
  describeElapsed,
  describeNotices,
  explainAudience,
  readShare,
  regionChoices,
  regionOf,
  suggestRegion,
} from '../../../src/sidebar/page/view';
import { CONNECTED, sampleReport, sampleRun, UNCONNECTED } from './sample-state';

describe('a new connection', () => {
  test.each([
    ['Europe/London', 'UK'],
    ['Europe/Belfast', 'UK'],
    ['America/New_York', 'US'],
    ['Asia/Kolkata', 'US'],
  ])('in %s starts with region %s', (zone, region) => {
    expect(suggestRegion(zone)).toBe(region);
  });

  test('in the add-on, everyone can use it and cannot read the secret', () => {
    expect(explainAudience('everyone', 'add-on')).toBe(
      'Anyone who can edit this spreadsheet can run reports, but can\u2019t read the secret.',
    );
  });

  test('in a bound script, everyone can also read the secret, and is told so', () => {
    expect(explainAudience('everyone', 'bound')).toBe(
      'Anyone who can edit this spreadsheet can run reports. They can also read the secret, because they can edit the script.',
    );
  });

  test.each(['add-on', 'bound'] as const)('for one person has a limit on formulas (%s)', (installation) => {
    expect(explainAudience('me', installation)).toBe(
      'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
    );
  });
});

describe('the choices of a connection', () => {
  test('are the two regions', () => {
    expect(regionChoices().map(({ label }) => label)).toEqual(['US', 'UK']);
  });

  test('are who can use it, each with its consequence', () => {
    expect(audienceChoices('add-on')).toEqual([
      {
        value: 'everyone',
        label: 'Everyone who edits this spreadsheet',
        hint: 'Anyone who can edit this spreadsheet can run reports, but can\u2019t read the secret.',
      },
      {
        value: 'me',
        label: 'Only me',
        hint: 'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
      },
    ]);
  });
});

describe('a saved connection', () => {
  test('shows region, employer, the end of the client ID and who uses it', () => {
    expect(
      describeConnection({
        region: 'US',
        employer: '4821',
        clientIdTail: '7f3a',
        isSample: false,
        audience: 'me',
      }),
    ).toEqual([
      ['Region', 'US'],
      ['Employer', '4821'],
      ['Client ID', 'ends in 7f3a'],
      ['Used by', 'Only me'],
    ]);
  });
});

describe('notices', () => {
  test('are absent when nothing else goes on', () => {
    expect(describeNotices(CONNECTED, true)).toEqual([]);
  });

  test.each([
    ['sidebar', 'A refresh started from the sidebar at 14:05 is running.'],
    ['menu', 'A refresh started from the menu at 14:05 is running.'],
    ['schedule', 'A refresh started by the schedule at 14:05 is running.'],
  ] as const)('name who began a running refresh: %s', (by, sentence) => {
    expect(describeNotices({ ...CONNECTED, running: { by, since: '14:05' } }, true)).toEqual([sentence]);
  });

  test('pass on why requests are on hold', () => {
    const pause = 'Requests are on hold until 14:12.';
    expect(describeNotices({ ...UNCONNECTED, pause }, true)).toEqual([pause]);
  });

  test('leave that to the card of a report that says the same', () => {
    const pause = 'Requests are on hold until 14:12.';
    const lastRun = sampleRun({ outcome: 'failed', message: pause });
    const state = { ...CONNECTED, pause, reports: [{ ...sampleReport(), lastRun }] };
    expect(describeNotices(state, true)).toEqual([]);
    expect(describeNotices(state, false)).toEqual([pause]);
    const other = sampleRun({ outcome: 'failed', message: 'Something else.' });
    expect(describeNotices({ ...state, reports: [{ ...sampleReport(), lastRun: other }] }, true)).toEqual([
      pause,
    ]);
  });
});

describe('time spent waiting', () => {
  test.each([
    [0, ''],
    [2, ''],
    [3, '3 s'],
    [59, '59 s'],
    [60, '1 min 0 s'],
    [245, '4 min 5 s'],
  ])('of %d s reads "%s"', (seconds, words) => {
    expect(describeElapsed(seconds)).toBe(words);
  });
});

describe('how far a wait came', () => {
  test.each([
    ['Refreshing \u201cSheet\u201d\u2026 23 of 53 months, 41,200 shifts.', 23 / 53],
    ['Step 2 of 3: filling \u201cSample shifts\u201d\u2026', 2 / 3],
    ['Step 2 of 3: filling\u2026 1,000 of 4,000 rows.', 0.25],
    ['Connecting\u2026', null],
    ['5 of 3 parts', null],
    ['0 of 0 parts', null],
  ])('is read from %p', (message, share) => {
    expect(readShare(message)).toBe(share);
  });
});

describe('the region by which words are spelled', () => {
  test('is that of the connection, else that of the clock, else the US', () => {
    expect(regionOf(CONNECTED)).toBe('UK');
    expect(regionOf({ ...UNCONNECTED, timeZone: 'America/Chicago' })).toBe('US');
    expect(regionOf(null)).toBe('US');
  });

  test('a sample connection shows no client ID', () => {
    const connection = { ...CONNECTED.connection, isSample: true } as NonNullable<
      typeof CONNECTED.connection
    >;
    expect(describeConnection(connection)).toEqual([
      ['Region', 'UK'],
      ['Employer', 'Sample employer'],
      ['Used by', 'Everyone who edits this spreadsheet'],
    ]);
  });
});

describe('the line about the connection', () => {
  const line = (more: object) =>
    describeConnectionLine({
      region: 'UK',
      employer: 'me',
      clientIdTail: '7f3a',
      audience: 'everyone',
      isSample: false,
      ...more,
    });

  test('names the region and the employer', () => {
    expect(line({})).toBe('UK \u00b7 your employer \u00b7 connected');
    expect(line({ region: 'US', employer: '4821' })).toBe('US \u00b7 employer 4821 \u00b7 connected');
  });
});
