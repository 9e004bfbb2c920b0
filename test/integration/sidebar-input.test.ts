import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Scene, Stage, state } from '../support/scene';

/* What the page sends is hostile: refused, without a request and without a trace. What forms refuse: the tests of forms. */

const stage = new Stage();
let scene: Scene;
let before: string;
beforeAll(async () => {
  scene = await stage.open();
});
beforeEach(() => {
  before = everythingStored();
});

/** All properties, triggers and cells, as one text. */
function everythingStored(): string {
  const { properties, triggers } = scene.emulator;
  const stores = [...properties].map(([scope, entries]) => [scope, ...entries]);
  return JSON.stringify([stores, triggers, scene.book.snapshot()]);
}

/** An object as JSON text gives it, so that `__proto__` is a member like any other. */
function parsed(text: string): unknown {
  return JSON.parse(text);
}

const FORM = { region: 'UK', clientId: 'id', clientSecret: 'secret', employer: 'me', audience: 'everyone' };
const REPORT = { id: null, period: 'custom', from: '2026-03-01', to: '2026-03-02', sheet: 'Shifts' };
const HUGE = 'x'.repeat(100_000);

const odd = (form: object, names: readonly string[], values: readonly unknown[]) =>
  names.flatMap((name) => values.map((value) => ({ ...form, [name]: value })));
/** A form that is nothing of the kind. */
const NO_FORMS = [null, undefined, 7, [], 'text', parsed('{"__proto__":{"region":"UK"}}')];
const WRONG_TYPES: readonly unknown[] = [undefined, null, 5, true, [], ['me'], {}, { toString: 'me' }];
const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  sidebarConnect: [
    ...NO_FORMS,
    ...odd(FORM, Object.keys(FORM), WRONG_TYPES),
    ...odd(FORM, Object.keys(FORM), [HUGE]),
    ...odd(FORM, ['authOrigin', 'regionOrigin', 'addresses', 'fingerprint'], ['https://evil.example']),
    parsed(`{"__proto__":{"region":"UK"},${JSON.stringify(FORM).slice(1)}`),
    parsed(`{"constructor":{},${JSON.stringify(FORM).slice(1)}`),
  ],
  sidebarSaveReport: [
    ...NO_FORMS,
    ...odd(REPORT, Object.keys(REPORT), [undefined, 5, true, [], {}]),
    ...odd(REPORT, ['sheet'], [HUGE, 'shift reports STATUS']),
    ...odd(REPORT, ['id'], ['__proto__.x', 'no-such-report']),
    ...odd(REPORT, ['sheetId', 'extent'], [0, 1_000_000]),
    parsed(`{"__proto__":{},${JSON.stringify(REPORT).slice(1)}`),
  ],
  sidebarSaveSchedule: [
    ...NO_FORMS,
    ...odd({ every: 'day', hour: 6 }, ['every', 'hour'], ['often', null]),
    { every: 'day', hour: 6, handler: 'x' },
  ],
  sidebarRefreshReport: [
    null,
    undefined,
    5,
    {},
    [],
    '',
    '../connection',
    'connection\n',
    HUGE,
    'no-such-report',
  ],
  sidebarRemoveReport: [null, undefined, 5, {}, [], '', '../connection', 'connection\n', HUGE],
};

test.each(Object.entries(REFUSED))('%s refuses what is not as agreed', (name, all) => {
  for (const argument of all) {
    const outcome = scene.ask(name, argument);
    const seen = [outcome.kind, outcome.kind === 'failed' && outcome.code, scene.last.fetches];
    expect([argument, seen]).toEqual([argument, ['failed', 'invalid_settings', 0]]);
  }
  expect(everythingStored()).toBe(before);
});

const ALERT = { id: null, report: 'r-1', measure: 'SHIFTS_WORKED_PERCENTAGE', scope: 'venue', to: '' };
test.each<[string, object]>([
  ['sidebarConnect', FORM],
  ['sidebarSaveReport', REPORT],
  ['sidebarSaveSchedule', { every: 'off' }],
  ['sidebarSaveAlert', { ...ALERT, target: '90', strictness: 'likely_real' }],
])('%s refuses a field that its form does not have, not one that it has', async (name, form) => {
  const other = await stage.open();
  const GENERIC = 'Check what you entered: a field is missing or is not one of the choices.';
  for (const more of ['"lastRunAt":0', '"__proto__":{}', '"sheetId":1']) {
    const hostile = parsed(`{${more},${JSON.stringify(form).slice(1)}`);
    expect(other.ask(name, hostile)).toMatchObject({ kind: 'failed', message: GENERIC });
  }
  expect(other.ask(name, form).message).not.toBe(GENERIC);
});

test('a report has no days that are none', () => {
  const outcome = scene.ask('sidebarSaveReport', { ...REPORT, from: '2026-02-30' });

  expect(outcome).toMatchObject({ kind: 'failed', code: 'invalid_option' });
  expect(everythingStored()).toBe(before);
});

test('removing a report that is not there changes nothing else', () => {
  expect(scene.ask('sidebarRemoveReport', 'connection').kind).toBe('done');
  expect(everythingStored()).toBe(before);
});

test('what a person may well type around credentials is taken off', async () => {
  const other = await stage.open();
  const { clientId, clientSecret } = other.form();
  const around = (text: string) => ` \t\u200b${text}\u00a0\r\n`;
  const form = other.form({
    clientId: around(clientId),
    clientSecret: around(clientSecret),
    employer: around('me'),
  });

  expect(state(other.ask('sidebarConnect', form)).connection).toEqual({
    region: 'UK',
    employer: 'me',
    answered: 20417,
    clientIdTail: clientId.slice(-4),
    isSample: false,
    failing: null,
    isRefused: false,
    audience: 'everyone',
  });
});
