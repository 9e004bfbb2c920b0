import { describe, expect, test } from '@jest/globals';
import type { GenericSchema } from 'valibot';
import { ALERT_FORM } from '../../../src/contract/alerts';
import { CONNECTION_FORM } from '../../../src/contract/connection';
import { GROUP_KEYS, KEY_HEADINGS } from '../../../src/contract/fields';
import { checkForm, SAVED_ID } from '../../../src/contract/form';
import { REPORT_FORM } from '../../../src/contract/reports';
import { SCHEDULE_FORM } from '../../../src/contract/schedule';
import { HISTORY_FORM, WAREHOUSE_FORM } from '../../../src/contract/warehouse';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-report';
import { PUBLISHED_MEASURES } from '../../../src/figures/measures';
import { columnChoices } from '../../../src/sidebar/page/column-choices';
import { HOSTILE_STARTS } from '../../support/hostile-texts';
import { NEW_REPORT } from './sample-state';

/* What forms take, what they make of it, and what they say of the rest: on the page, and again in the script. */

const GENERIC = 'Check what you entered: a field is missing or is not one of the choices.';
const INVISIBLE = 'Write this without line breaks, tabs or other characters that can’t be seen.';

/** Asserts what is said of each change to a form that is right. */
function expectProblems(schema: GenericSchema, form: object, changes: object, problems: object): void {
  expect(checkForm(schema, { ...form, ...changes }).problems).toEqual(problems);
}

describe('a connection', () => {
  const FORM = {
    region: 'UK',
    clientId: 'employer-4821',
    clientSecret: 'correct horse',
    employer: 'me',
    audience: 'everyone',
  };
  const ID = 'Enter the client ID with at most 200 characters, none of them a control character.';
  const SECRET = 'Enter the client secret with at most 500 characters, none of them a control character.';
  const EMPLOYER = 'Enter me, or a numeric employer ID such as 4821.';

  test.each<[object, object]>([
    [{}, {}],
    [{ region: 'US', audience: 'me', employer: '999999999999999999' }, {}],
    [{ clientId: 'caf\u00e9' }, {}],
    [{ clientId: ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.repeat(6) }, {}],
    [{ clientSecret: 'pässüü&=+% "😀\u4e2d'.padEnd(500, 'x') }, {}],
    [
      { clientId: '', clientSecret: '', employer: '' },
      { clientId: 'Enter the client ID.', clientSecret: 'Enter the client secret.', employer: EMPLOYER },
    ],
    [
      { region: 'FR', audience: 'nobody' },
      { region: GENERIC, audience: GENERIC },
    ],
    [{ region: '__proto__' }, { region: GENERIC }],
    ...['0', '007', '1000000000000000000', '-5', '1e3', '4821/..', '../me', '4 821', '\u0664', '７'].map(
      (employer): [object, object] => [{ employer }, { employer: EMPLOYER }],
    ),
    ...['a'.repeat(201), 'a\tb', 'a\r\nX-Header: 1', 'a\u007f'].map((clientId): [object, object] => [
      { clientId },
      { clientId: ID },
    ]),
    ...['s'.repeat(501), 'a\nb', 'a\u0000', 'a\u007f', 'a\u0085'].map((clientSecret): [object, object] => [
      { clientSecret },
      { clientSecret: SECRET },
    ]),
    [{ clientSecret: ' \u00a0\u200b ' }, { clientSecret: 'Enter the client secret.' }],
    [{ clientSecret: 5 }, { clientSecret: GENERIC }],
  ])('with %j gets %j', (changes, problems) => expectProblems(CONNECTION_FORM, FORM, changes, problems));

  test.each([' ', '\t\r\n', '\u00a0\u202f', '\u200b\ufeff\u2060', '\u200e'])(
    'loses %j that was pasted around',
    (pasted) => {
      const around = (text: string) => `${pasted}${text}${pasted}${pasted}`;
      const typed = { clientId: around('id-1'), employer: around('Me'), clientSecret: around('s t') };
      expect(checkForm(CONNECTION_FORM, { ...FORM, ...typed }).form).toMatchObject({
        clientId: 'id-1',
        employer: 'me',
        clientSecret: 's t',
      });
    },
  );

  test.each([[undefined], [null], ['x'], [5], [[]], [[FORM]], [{}]])('is refused where it is %j', (input) => {
    expect(checkForm(CONNECTION_FORM, input).form).toBeNull();
  });

  test('is never repeated where it is refused', () => {
    const marked = { ...FORM, region: 'marked', employer: 'marked', clientSecret: 'marked\n' };
    expect(JSON.stringify(checkForm(CONNECTION_FORM, marked))).not.toContain('marked');
  });
});

describe('a report', () => {
  const GROUPED = { report: 'shift_fulfilment_aggregated' } as const;
  const CUSTOM = { period: 'custom', from: '2026-11-01', to: '2026-11-30' };
  const DAYS = { to: 'Choose two dates from 1990-01-01 to 2100-12-31, the first not after the last.' };

  test.each<[object, object]>([
    [{}, {}],
    [
      { report: 'other', mode: 'append' },
      { report: GENERIC, mode: GENERIC },
    ],
    [{ period: 'last 90 days' }, { period: GENERIC }],
    [{ period: '__proto__' }, { period: GENERIC }],
    [{ ...CUSTOM, from: '2024-02-29', to: '2024-02-29' }, {}],
    [{ ...CUSTOM, from: '1990-01-01', to: '2100-12-31' }, {}],
    [{ ...CUSTOM, from: '' }, DAYS],
    [{ ...CUSTOM, to: '' }, DAYS],
    [{ ...CUSTOM, from: '1989-12-31' }, DAYS],
    [{ ...CUSTOM, to: '2101-01-01' }, DAYS],
    [{ ...CUSTOM, from: '01/11/2026' }, DAYS],
    [{ ...CUSTOM, from: '2026-12-01' }, DAYS],
    [{ from: 'nonsense', to: '' }, {}],
    [{ from: '2026-03-010' }, { from: GENERIC }],
    ...['A', 'Café O’Hara & Söhne', "'quoted'", '=SUM', 'x'.repeat(100)].map((sheet): [object, object] => [
      { sheet },
      {},
    ]),
    ...['', '   '].map((sheet): [object, object] => [{ sheet }, { sheet: 'Name the sheet to fill.' }]),
    ...[':', '\\', '/', '?', '*', '[', ']'].map((sign): [object, object] => [
      { sheet: `Week${sign}46` },
      { sheet: 'Name the sheet without : \\ / ? * [ or ].' },
    ]),
    [{ sheet: 'a\u0000b' }, { sheet: INVISIBLE }],
    [{ sheet: 'x'.repeat(101) }, { sheet: 'Name the sheet with at most 100 characters.' }],
    [{ venue: 'x'.repeat(1000), columns: 'x'.repeat(1000) }, {}],
    [{ area: 'x'.repeat(1001) }, { area: 'Enter at most 1000 characters.' }],
    [{ role: 'a\tb' }, { role: INVISIBLE }],
    [{ columns: ['SHIFT_DATE'] }, { columns: GENERIC }],
    [{ id: '../connection' }, { id: GENERIC }],
  ])('with %j gets %j', (changes, problems) => expectProblems(REPORT_FORM, NEW_REPORT, changes, problems));

  test('is read without spaces around what was typed', () => {
    const typed = { ...NEW_REPORT, sheet: '  Week 46 ', venue: ' Grand* ', area: ' ' };
    expect(checkForm(REPORT_FORM, typed).form).toMatchObject({ sheet: 'Week 46', venue: 'Grand*', area: '' });
  });

  test('offers the columns of the script in its order; of groups, their own and the figures', () => {
    const names = (
      groupBy: string,
      report: (typeof GROUPED)['report'] | 'shift_fulfilment' = GROUPED.report,
    ) =>
      columnChoices({ report, groupBy })
        .slice(1)
        .map(({ value }) => value);
    const figures = PUBLISHED_MEASURES.map(({ name }) => name);
    expect(names('venue', 'shift_fulfilment')).toEqual(SHIFT_FULFILMENT_FIELDS.map(({ name }) => name));
    expect(names('')).toEqual(['WEEK', ...figures]);
    for (const key of GROUP_KEYS) expect(names(key)).toEqual([KEY_HEADINGS[key], ...figures]);
    expect(columnChoices({ ...GROUPED, groupBy: 'role' }).slice(0, 2)).toEqual([
      { value: ['JOB_TITLE', ...figures].join(), label: `All ${figures.length + 1} columns` },
      { value: 'JOB_TITLE', label: 'Job title' },
    ]);
  });
});

describe('a schedule', () => {
  const FORM = { every: 'day', hour: 6 };
  const EMAIL = 'Enter complete email addresses, separated by commas.';
  const ONE = { email: 'Enter at most one email address.' };

  test.each<[object, object]>([
    [{}, {}],
    [{ every: 'week', hour: 0, weekday: 7, email: "O'Hara+rota@mail.employer.example" }, {}],
    [{ email: '  ' }, {}],
    [{ every: 'minute' }, { every: GENERIC }],
    ...[24, -1, 6.5, '6', Number.NaN].map((hour): [object, object] => [{ hour }, { hour: GENERIC }]),
    ...[0, 8, 1.5, '1'].map((weekday): [object, object] => [{ weekday }, { weekday: GENERIC }]),
    ...[
      'ann',
      'ann@',
      '@employer.example',
      'ann@employer',
      'Ann <a@b.cc>',
      'a@b.cc\r\nBcc: c@d.ee',
      'a@b@c.dd',
      'a…@b.cc',
      'änn@b.cc',
      `${'x'.repeat(250)}@b.cc`,
    ].map((email): [object, object] => [{ email }, { email: EMAIL }]),
    ...['a@b.cc, c@d.ee', 'a@b.cc;c@d.ee'].map((email): [object, object] => [{ email }, ONE]),
    [{ email: null }, { email: EMAIL }],
  ])('with %j gets %j', (changes, problems) => expectProblems(SCHEDULE_FORM, FORM, changes, problems));
});

describe('an alert', () => {
  const FORM = {
    id: null,
    report: 'r-1',
    measure: 'SHIFTS_WORKED_PERCENTAGE',
    scope: 'venue',
    target: '90',
    strictness: 'likely_real',
    to: '',
  };
  const TARGET = { target: 'Enter a percentage like 92 or 92%.' };
  const TO = { to: 'Enter complete email addresses, separated by commas.' };
  const FIVE = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@employer.example`).join(', ');

  test.each<[object, object]>([
    ...['', ' ', '-1', '0.95', '1', '100.1', '1e1', 'ninety', '0x10', 'Infinity', '9 0', 90, null].map(
      (target): [object, object] => [{ target }, TARGET],
    ),
    [{ report: '' }, { report: GENERIC }],
    [{ report: 'a b' }, { report: GENERIC }],
    [{ measure: '__proto__' }, { measure: GENERIC }],
    [{ scope: 'constructor' }, { scope: GENERIC }],
    [{ strictness: 'toString' }, { strictness: GENERIC }],
    [{ to: FIVE }, {}],
    [{ to: `${FIVE}, f@employer.example` }, { to: 'Enter at most 5 email addresses.' }],
    ...['ann@a.example, bob', 'Ann <a@b.cc>', `${'a'.repeat(250)}@employer.example`, ['a@b.cc']].map(
      (to): [object, object] => [{ to }, TO],
    ),
    [{ revision: -1 }, { revision: GENERIC }],
    [{ id: {} }, { id: GENERIC }],
  ])('with %j gets %j', (changes, problems) => expectProblems(ALERT_FORM, FORM, changes, problems));

  test.each([
    ['0', 0],
    ['100', 100],
    ['0.95%', 0.95],
    [' 92,5 % ', 92.5],
  ])('with the target %j is read with %d', (target, read) => {
    const to = 'ann@x.example; bob@x.example';
    const { form } = checkForm(ALERT_FORM, { ...FORM, target, to });
    expect(form).toEqual({ ...FORM, target: read, to: ['ann@x.example', 'bob@x.example'] });
  });

  test('never repeats a hostile text', () => {
    for (const field of Object.keys(FORM))
      for (const start of HOSTILE_STARTS) {
        const text = `${start}<img src=x onerror=alert(1)>`;
        const { form, problems } = checkForm(ALERT_FORM, { ...FORM, [field]: text });
        expect([form, JSON.stringify(problems).includes('onerror')]).toEqual([null, false]);
      }
  });
});

describe('the warehouse', () => {
  const FORM = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r1'] };
  const PROJECT =
    'Copy the project ID from the Google Cloud console: 6 to 30 lower-case letters, digits and hyphens, such as acme-shifts.';
  const DATASET = 'Enter the name of a dataset: letters, digits and underscores, such as shift_reports.';
  const LOCATION = 'Enter EU, US or a region such as europe-west2.';

  test.each<[object, object]>([
    [{ project: ' acme-shifts ', location: 'europe-west2 ' }, {}],
    ...['', 'Acme Shifts', 'acme', '123456789', 'acme-shifts`; DROP TABLE x'].map(
      (project): [object, object] => [{ project }, { project: PROJECT }],
    ),
    ...['', 'shift-reports', 'acme.shift_reports'].map((dataset): [object, object] => [
      { dataset },
      { dataset: DATASET },
    ]),
    ...['', 'London', 'other'].map((location): [object, object] => [{ location }, { location: LOCATION }]),
  ])('with %j gets %j', (changes, problems) => expectProblems(WAREHOUSE_FORM, FORM, changes, problems));

  test.each<[string, object]>([
    ['1990-01-01', {}],
    ...['', '2025', '2025-13-01', '1989-12-31'].map((since): [string, object] => [
      since,
      { since: 'Choose the first day.' },
    ]),
  ])('sends history since %j: %j', (since, problems) =>
    expectProblems(HISTORY_FORM, {}, { since }, problems),
  );
});

test.each([[''], ['a b'], ['x'.repeat(65)], [5], [null], [undefined], [{}], [['a']], ['a.b'], ['a\n']])(
  'the ID of something saved may not be %j',
  (input) => expect(checkForm(SAVED_ID, input).form).toBeNull(),
);
