import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/contract';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* What endpoints give back, and to whom they do not answer at all. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const ENDPOINTS = [
  'sidebarState',
  'sidebarConnect',
  'sidebarDisconnect',
  'sidebarCheckConnection',
  'sidebarSaveReport',
  'sidebarRemoveReport',
  'sidebarRefreshReport',
  'sidebarRefreshAll',
  'sidebarSaveSchedule',
  'sidebarUndoRefresh',
  'sidebarShowChanges',
  'sidebarTakeOver',
  'sidebarKeepTable',
  'sidebarPreviewReport',
  'sidebarExplainCell',
];
const OTHERS = ['showSidebar', 'refreshAllReports', 'refreshOnSchedule', 'onOpen', 'onInstall'];

/** The members that an outcome may have, all the way down; a name ending in `[]` is a list. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  '': ['kind', 'message', 'state', 'code', 'more', 'checks', 'support', 'preview', 'explanation'],
  'checks[]': ['name', 'state', 'sentence'],
  preview: ['headings', 'rows', 'facts', 'warnings'],
  explanation: ['title', 'lines'],
  'explanation.lines[]': ['label', 'value'],
  state: [
    'connection',
    'reports',
    'schedule',
    'activity',
    'alerts',
    'running',
    'pause',
    'timeZone',
    'locale',
    'installation',
  ],
  'state.connection': ['region', 'employer', 'clientIdTail', 'isSample', 'audience'],
  'state.reports[]': [
    'id',
    'report',
    'sheet',
    'period',
    'from',
    'to',
    'venue',
    'area',
    'role',
    'groupBy',
    'columns',
    'mode',
    'lastRun',
    'held',
    'progress',
    'canUndo',
    'dashboards',
  ],
  'state.reports[].held': ['sentence', 'isKept'],
  'state.reports[].progress': ['text'],
  'state.reports[].lastRun': ['outcome', 'finishedAt', 'message', 'correlationId'],
  'state.schedule': [
    'every',
    'hour',
    'weekday',
    'mailTo',
    'mailProblem',
    'nextRun',
    'runsAs',
    'isOwn',
    'late',
    'zoneProblem',
  ],
  'state.activity[]': ['id', 'at', 'by', 'outcome', 'reports', 'sentence', 'correlationId'],
  'state.running': ['by', 'since'],
};

/** Everything in a value that the table above does not have, as paths. */
function extraMembers(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => extraMembers(member, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return MEMBERS[path]?.includes(name) ? extraMembers(member, place) : [place];
  });
}

/** Every endpoint, in a session with a failure, a lease and a pause. */
async function allOutcomes(scene: Scene): Promise<SidebarOutcome[]> {
  const outcomes: SidebarOutcome[] = [];
  const ask = (name: string, argument?: unknown) => outcomes.push(scene.ask(name, argument));
  ask('sidebarState');
  ask('sidebarConnect', scene.form());
  ask('sidebarCheckConnection');
  const id = scene.saveReport();
  ask('sidebarSaveReport', { id, period: 'last week', from: '', to: '', sheet: 'Shifts' });
  ask('sidebarRefreshReport', id);
  await scene.server.setScenario('report', { name: 'empty', times: 1 });
  ask('sidebarRefreshReport', id);
  ask('sidebarKeepTable', id);
  outcomes.push(scene.refresh(id));
  const form = { id, period: 'last week', from: '', to: '', sheet: 'Shifts' };
  ask('sidebarPreviewReport', form);
  ask('sidebarExplainCell');
  ask('sidebarUndoRefresh', id);
  ask('sidebarShowChanges', id);
  ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: 'ann@employer.example' });
  ask('sidebarTakeOver');
  await scene.server.setScenario('report', { name: 'status', status: 403 });
  ask('sidebarRefreshAll');
  ask('sidebarState');
  scene.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'UrlFetchApp.fetch' };
  scene.emulator.clock.advance(700_000);
  scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id);
  ask('sidebarState');
  ask('sidebarRemoveReport', id);
  ask('sidebarDisconnect');
  return outcomes;
}

describe('the answer of an endpoint', () => {
  test('has no member that the contract lacks, and survives the way to the page', async () => {
    const scene = await stage.open();
    const outcomes = await allOutcomes(scene);

    expect(outcomes.flatMap((outcome) => extraMembers(outcome))).toEqual([]);
    expect(outcomes.every((outcome) => outcome !== null)).toBe(true);
    expect(outcomes.length).toBe(19);
    console.info(`Answers without an extra member: ${outcomes.length} of ${outcomes.length}.`);
  });

  test('says when a refresh began that still runs', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport();
    scene.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'UrlFetchApp.fetch' };
    scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id);

    expect(state(scene.ask('sidebarState')).running).toEqual({ by: 'sidebar', since: '09:00' });
    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', code: 'busy' });
  });

  test('says why requests are on hold, and for how long', async () => {
    const scene = await stage.open();
    scene.connect();
    await scene.server.setScenario('report', { name: 'retry-after', value: '120' });
    scene.formula('2026-03-01', '2026-03-01');

    const { pause } = state(scene.ask('sidebarState'));

    expect(pause).toMatch(/^Wait 2 minutes, then try again: the service has had too many requests\. /);
    expect(scene.last.fetches).toBe(0);
  });

  test('never shows the secret, the token or more of the client ID than its end', async () => {
    const scene = await stage.open();
    const { clientId, clientSecret } = scene.form();

    const text = JSON.stringify(await allOutcomes(scene));

    expect(text).toContain(clientId.slice(-4));
    expect(text).not.toContain(clientId.slice(0, -4));
    expect(text).not.toContain(clientSecret.slice(0, 8));
    for (const { headers } of scene.emulator.requests) {
      const token = new Map(headers).get('Authorization')?.slice('Bearer '.length);
      if (token) expect(text).not.toContain(token.slice(0, 8));
    }
  });

  test('of another editor is the same', async () => {
    const scene = await stage.open();
    scene.connect();
    scene.saveReport();

    expect(scene.ask('sidebarState', undefined, BOB)).toEqual(scene.ask('sidebarState'));
  });
});

describe('in a cell', () => {
  test.each([...ENDPOINTS, ...OTHERS])('%s does nothing', async (name) => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport();
    const cells = scene.book.document.snapshot();
    const properties = JSON.stringify(
      [...scene.emulator.world.properties.scopes].map(([, pairs]) => [...pairs]),
    );
    const requests = scene.emulator.requests.length;

    for (const argument of [undefined, id, '{"triggerUid":"1"}', [['triggerUid', '1']]]) {
      const result = scene.book.as(ANN).runFormula(name, argument === undefined ? [] : [argument]);
      expect(result.kind).toBe('error');
    }

    expect(scene.emulator.requests.length).toBe(requests);
    expect(scene.book.document.snapshot()).toEqual(cells);
    expect(JSON.stringify([...scene.emulator.world.properties.scopes].map(([, pairs]) => [...pairs]))).toBe(
      properties,
    );
    expect(scene.emulator.world.triggers.triggers).toEqual([]);
  });

  test('the refusal is a plain sentence', async () => {
    const scene = await stage.open();

    expect(scene.book.as(ANN).runFormula('refreshAllReports', [])).toEqual({
      kind: 'error',
      message: 'Use the sidebar (Extensions ▸ Shift Reports): this is no formula.',
    });
    expect(scene.book.as(ANN).runFormula('refreshOnSchedule', [])).toEqual({
      kind: 'error',
      message: 'Set a schedule in the sidebar: only its timer may call this.',
    });
  });
});

describe('from the page', () => {
  test('the timer of the schedule cannot be called without a timer', async () => {
    const scene = await stage.open();
    scene.connect();
    scene.saveReport();
    scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 });

    for (const event of [undefined, null, {}, { triggerUid: null }, { triggerUid: {} }, 'triggerUid']) {
      const result = scene.book.as(ANN).callFromSidebar('refreshOnSchedule', event);

      expect(result.kind).toBe('failure');
      expect(scene.last.fetches).toBe(0);
    }
  });

  test.each(['toString', 'constructor', '__proto__', 'App', 'onEdit', 'doGet'])(
    '%s is no endpoint',
    async (name) => {
      const scene = await stage.open();

      expect(scene.book.as(ANN).callFromSidebar(name).kind).toBe('failure');
      expect(scene.emulator.executions).toEqual([]);
    },
  );
});
