import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* What the page sends is hostile: refused, without a request and without a trace. */

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
  const { properties, triggers } = scene.emulator.world;
  const stores = [...properties.scopes].map(([scope, entries]) => [scope, ...entries]);
  return JSON.stringify([stores, triggers, scene.book.document.snapshot()]);
}

/** An object as JSON text gives it, so that `__proto__` is a member like any other. */
function parsed(text: string): unknown {
  return JSON.parse(text);
}

function expectRefused(outcome: SidebarOutcome): void {
  expect(outcome).toMatchObject({ kind: 'failed', code: 'invalid_settings' });
  expect(scene.last.fetches).toBe(0);
  expect(everythingStored()).toBe(before);
}

const FORM = { region: 'UK', clientId: 'id', clientSecret: 'secret', employer: 'me', audience: 'everyone' };
const REPORT = { id: null, period: 'custom', from: '2026-03-01', to: '2026-03-02', sheet: 'Shifts' };
const HUGE = 'x'.repeat(100_000);

describe('a connection form that is not as agreed', () => {
  test.each<[string, unknown]>([
    ...[
      '../me',
      'me/../2',
      '0',
      '-1',
      '1e3',
      '７',
      '1234567890123456789',
      'ME',
      '',
      '1.5',
      '0x1f',
      '007',
    ].map((employer): [string, unknown] => [`employer ${JSON.stringify(employer)}`, { ...FORM, employer }]),
    ...['FR', 'us', 'uk', '__proto__', 'constructor', '', 'US,UK', ' UK'].map((region): [string, unknown] => [
      `region ${JSON.stringify(region)}`,
      { ...FORM, region },
    ]),
    ...['a\r\nX-Evil: 1', 'a\tb', 'é', '', '\u0000', HUGE].map((clientId): [string, unknown] => [
      `client ID ${JSON.stringify(clientId.slice(0, 20))}`,
      { ...FORM, clientId },
    ]),
    ...['', ' \u00a0\u200b', 'a\nb', 'a\u0000b', 'a\rb', 'a\u007f', HUGE].map(
      (clientSecret): [string, unknown] => [
        `secret ${JSON.stringify(clientSecret.slice(0, 20))}`,
        { ...FORM, clientSecret },
      ],
    ),
    ...['nobody', '', 'Everyone', 'script'].map((audience): [string, unknown] => [
      `audience ${JSON.stringify(audience)}`,
      { ...FORM, audience },
    ]),
    ...Object.keys(FORM).map((name): [string, unknown] => [`no ${name}`, { ...FORM, [name]: undefined }]),
    ...Object.keys(FORM).flatMap((name) =>
      [null, 5, true, [], ['me'], {}, { toString: 'me' }].map((value): [string, unknown] => [
        `${name} that is ${JSON.stringify(value)}`,
        { ...FORM, [name]: value },
      ]),
    ),
    ['an address of its own', { ...FORM, authOrigin: 'https://evil.example' }],
    ['another base address', { ...FORM, regionOrigin: 'https://evil.example' }],
    ['a list of addresses', { ...FORM, addresses: { auth: 'https://evil.example' } }],
    ['a fingerprint', { ...FORM, fingerprint: 'x' }],
    ['a member __proto__', parsed(`{"__proto__":{"region":"UK"},${JSON.stringify(FORM).slice(1)}`)],
    ['everything in __proto__', parsed(`{"__proto__":${JSON.stringify(FORM)}}`)],
    ['a member constructor', parsed(`{"constructor":{},${JSON.stringify(FORM).slice(1)}`)],
    ['nothing', null],
    ['no argument', undefined],
    ['a text', JSON.stringify(FORM)],
    ['a number', 7],
    ['a list', [FORM]],
  ])('%s', (_title, form) => {
    expectRefused(scene.ask('sidebarConnect', form));
  });

  test('what a person may well type around it is taken off', async () => {
    const other = await stage.open();
    const { clientId, clientSecret } = other.form();
    const around = (text: string) => ` \t\u200b${text}\u00a0\r\n`;

    const { connection } = state(
      other.ask(
        'sidebarConnect',
        other.form({
          clientId: around(clientId),
          clientSecret: around(clientSecret),
          employer: around('me'),
        }),
      ),
    );

    expect(connection).toEqual({
      region: 'UK',
      employer: 'me',
      clientIdTail: clientId.slice(-4),
      isSample: false,
      audience: 'everyone',
    });
  });
});

describe('a report form that is not as agreed', () => {
  test.each<[string, unknown]>([
    ...['', 'lst week', 'CUSTOM', '__proto__', 'constructor', HUGE].map((period): [string, unknown] => [
      `period ${JSON.stringify(period.slice(0, 20))}`,
      { ...REPORT, period },
    ]),
    ...['', '   ', 'a\nb', '\u0000', HUGE].map((sheet): [string, unknown] => [
      `sheet ${JSON.stringify(sheet.slice(0, 20))}`,
      { ...REPORT, sheet },
    ]),
    ...['../x', 'a b', '__proto__.x', HUGE, ''].map((id): [string, unknown] => [
      `ID ${JSON.stringify(id.slice(0, 20))}`,
      { ...REPORT, id },
    ]),
    ...Object.keys(REPORT).flatMap((name) =>
      [undefined, 5, true, [], {}].map((value): [string, unknown] => [
        `${name} that is ${JSON.stringify(value)}`,
        { ...REPORT, [name]: value },
      ]),
    ),
    ['an ID that no report has', { ...REPORT, id: 'no-such-report' }],
    ['a sheet ID of its own', { ...REPORT, sheetId: 0 }],
    ['an extent of its own', { ...REPORT, extent: 1_000_000 }],
    ['the sheet of the status', { ...REPORT, sheet: 'shift reports STATUS' }],
    ['a member __proto__', parsed(`{"__proto__":{},${JSON.stringify(REPORT).slice(1)}`)],
    ['nothing', null],
    ['a list', [REPORT]],
  ])('%s', (_title, form) => {
    expectRefused(scene.ask('sidebarSaveReport', form));
  });

  test.each([
    ['2026-03-02', '2026-03-01'],
    ['2026-02-30', '2026-03-01'],
    ['', ''],
    ['1989-12-31', '2026-03-01'],
    ['2026-03-01', '2101-01-01'],
    ['01/03/2026', '2026-03-02'],
    ['=1+1', '2026-03-02'],
  ])('days from %p to %p', (from, to) => {
    const outcome = scene.ask('sidebarSaveReport', { ...REPORT, from, to });

    expect(outcome).toMatchObject({ kind: 'failed', code: 'invalid_range' });
    expect(everythingStored()).toBe(before);
  });
});

describe('other arguments that are not as agreed', () => {
  test.each<[string, string, unknown]>([
    ...['often', '', 'minute', '__proto__', 5, null].map((every): [string, string, unknown] => [
      `every ${JSON.stringify(every)}`,
      'sidebarSaveSchedule',
      { every, hour: 6 },
    ]),
    ...[24, -1, 1.5, '6', null, 1e9].map((hour): [string, string, unknown] => [
      `hour ${JSON.stringify(hour)}`,
      'sidebarSaveSchedule',
      { every: 'day', hour },
    ]),
    ['a schedule with a function of its own', 'sidebarSaveSchedule', { every: 'day', hour: 6, handler: 'x' }],
    ['no schedule', 'sidebarSaveSchedule', null],
    ...['sidebarRefreshReport', 'sidebarRemoveReport'].flatMap((name) =>
      [null, undefined, 5, {}, [], '', '../connection', 'connection\n', HUGE].map(
        (id): [string, string, unknown] => [
          `${name} of ${String(JSON.stringify(id)).slice(0, 20)}`,
          name,
          id,
        ],
      ),
    ),
    ['a report that is not there', 'sidebarRefreshReport', 'no-such-report'],
  ])('%s', (_title, name, argument) => {
    expectRefused(scene.ask(name, argument));
  });

  test('removing a report that is not there changes nothing else', () => {
    const outcome = scene.ask('sidebarRemoveReport', 'connection');

    expect(outcome.kind).toBe('done');
    expect(everythingStored()).toBe(before);
  });

  test('arguments that cannot cross never arrive', () => {
    const person = scene.book.as(ANN);

    expect(person.callFromSidebar('sidebarConnect', new Date(0)).kind).toBe('failure');
    expect(person.callFromSidebar('sidebarConnect', { ...FORM, employer: () => 'me' }).kind).toBe('failure');
    expect(everythingStored()).toBe(before);
  });
});
