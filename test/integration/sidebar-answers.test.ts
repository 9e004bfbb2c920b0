import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { ENDPOINT_NEEDS } from '../support/endpoints';
import { ENTRY_POINTS, type EntryPointKind } from '../support/entry-points';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';
import { ALERT } from './alerts-scene';

/* What endpoints give back, and to whom they do not answer at all. */

const stage = new Stage();

/** What the page may call, and what else is no formula. */
const QUESTIONS = [...ENDPOINT_NEEDS.keys()];
const OTHERS = namesOf((kind) => kind !== 'custom function');

function namesOf(isWanted: (kind: EntryPointKind) => boolean): string[] {
  return Object.entries(ENTRY_POINTS).flatMap(([name, kind]) => (isWanted(kind) ? [name] : []));
}

/** The members that an outcome may have, as the contract names them, all the way down; a name ending in `[]` is a list. */
const MEMBERS: Readonly<Record<string, string>> = {
  '': 'kind message state code more checks support preview summary explanation names warning notesFile',
  names: 'venue area role',
  notesFile: 'name text count',
  warning: 'sentence correction',
  'checks[]': 'name state sentence',
  preview: 'headings rows facts warnings',
  summary: 'subject text',
  explanation: 'title lines more',
  'explanation.lines[]': 'label value',
  'explanation.more[]': 'label value',
  state:
    'connection reports schedule activity alerts notes summaries allowsChat running pause timeZone installation',
  'state.connection': 'region employer clientIdTail isSample audience',
  'state.reports[]':
    'id revision report sheet period from to venue area role groupBy columns readableHeadings noteColumns mode every lastRun confirmation progress canUndo isStale shownFrom dashboards',
  'state.reports[].dashboards[]': 'template sheet cut everyMiss',
  'state.reports[].dashboards[].cut': 'rows columns measure',
  'state.alerts[]': 'id report measure scope target strictness revision to state sentence',
  'state.summaries[]': 'id report to every day hour split hasChat revision sentence isBlocked',
  'state.reports[].confirmation': 'sentence isKept',
  'state.reports[].lastRun': 'outcome finishedAt message correlationId',
  'state.schedule': 'every hour weekday revision mailTo mailProblem nextRun runsAs isOwn late',
  'state.activity[]': 'at by outcome sheet sentence correlationId',
  'state.notes': 'keptMonths',
  'state.running': 'by since',
};

/** Everything in a value that the table above does not have, as paths. */
function extraMembers(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => extraMembers(member, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return MEMBERS[path]?.split(' ').includes(name) ? extraMembers(member, place) : [place];
  });
}

/** The places in a value that hold objects, as the table above names them. */
function placesIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => placesIn(member, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, path === '' ? name : `${path}.${name}`),
  );
  return [path, ...members];
}

/** An answer, and the endpoint that gave it. */
interface Answered {
  readonly name: string;
  readonly outcome: SidebarOutcome;
}

/** Every endpoint, in a session with a failure, a lease and a pause. */
async function allOutcomes(scene: Scene): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  const ask = (name: string, argument?: unknown, ...more: unknown[]) => {
    const outcome = scene.ask(name, argument, ANN, ...more);
    answers.push({ name, outcome });
    return outcome;
  };
  ask('sidebarState');
  const sample = state(ask('sidebarUseSampleData', 'UK'));
  for (const report of sample.reports) ask('sidebarRemoveReport', report.id);
  ask('sidebarDisconnect');
  ask('sidebarConnect', scene.form());
  ask('sidebarCheckConnection');
  const id = scene.saveReport();
  ask('sidebarSaveReport', { id, period: 'last week', from: '', to: '', sheet: 'Shifts' });
  ask('sidebarRefreshReport', id);
  ask('sidebarOpenSheet', id);
  ask('sidebarSaveReport', { id, period: 'last week', from: '', to: '', sheet: 'Shifts', venue: 'Nowhere' });
  ask('sidebarSaveReport', { id, period: 'last week', from: '', to: '', sheet: 'Shifts' });
  await scene.server.setScenario('report', { name: 'empty', times: 1 });
  ask('sidebarRefreshReport', id);
  ask('sidebarKeepTable', id);
  ask('sidebarRefreshReport', id, true);
  const form = { id, period: 'last week', from: '', to: '', sheet: 'Shifts' };
  ask('sidebarPreviewReport', form);
  ask('sidebarExplainCell');
  // Other rows: a refresh that changes nothing leaves nothing to undo.
  ask('sidebarSaveReport', { ...form, period: 'last 7 days' });
  ask('sidebarRefreshReport', id);
  ask('sidebarUndoRefresh', id);
  ask('sidebarSaveReport', { ...form, noteColumns: 'Reason' });
  ask('sidebarExportNotes');
  ask('sidebarDeleteNotes', 0);
  ask('sidebarKeepNotes', 13);
  ask('sidebarShowChanges', id);
  ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: 'ann@employer.example' });
  ask('sidebarTakeOver');
  ask('sidebarBuildDashboard', id, 'where_and_when');
  ask('sidebarBuildDashboard', id, 'scorecard', null, true);
  ask('sidebarSetTargets');
  const summary = {
    id: null,
    report: id,
    to: ['ann@employer.example'],
    every: 'week',
    day: 1,
    hour: 6,
    split: 'all',
  };
  const { summaries } = state(ask('sidebarSaveSummary', summary));
  ask('sidebarPreviewSummary', summary);
  ask('sidebarTestSummary', summary);
  const [alert] = state(ask('sidebarSaveAlert', { ...ALERT, report: id })).alerts;
  await scene.server.setScenario('report', { name: 'status', status: 403 });
  ask('sidebarRefreshAll');
  ask('sidebarState');
  scene.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'UrlFetchApp.fetch' };
  scene.emulator.clock.advance(700_000);
  scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id);
  ask('sidebarState');
  ask('sidebarRemoveAlert', alert?.id);
  ask('sidebarRemoveSummary', summaries[0]?.id);
  ask('sidebarRemoveReport', id);
  ask('sidebarDisconnect');
  return answers;
}

describe('the answer of an endpoint', () => {
  test('has no member that the contract lacks, and survives the way to the page', async () => {
    const scene = await stage.open();
    const answers = await allOutcomes(scene);

    expect(answers.flatMap(({ outcome }) => extraMembers(outcome))).toEqual([]);
    // A place that no answer has was not looked at.
    const places = new Set(answers.flatMap(({ outcome }) => placesIn(outcome)));
    expect(Object.keys(MEMBERS).filter((place) => !places.has(place))).toEqual([]);
    // Only these fail: the empty table, the refusal of the service, and the run that was killed.
    const failed = answers.flatMap(({ name, outcome }) =>
      outcome.kind === 'failed' ? [[name, outcome.code]] : [],
    );
    expect(failed).toEqual([
      ['sidebarRefreshReport', 'held_back'],
      ['sidebarRefreshAll', 'access_refused'],
    ]);
    // Each endpoint that there is has answered.
    const names = new Set(answers.map(({ name }) => name));
    expect([...names].sort()).toEqual([...QUESTIONS].sort());
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
  test.each(OTHERS)('%s does nothing', async (name) => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport();
    const cells = scene.book.document.snapshot();
    const properties = JSON.stringify([...scene.emulator.world.properties].map(([, pairs]) => [...pairs]));
    const requests = scene.emulator.requests.length;

    for (const argument of [undefined, id, '{"triggerUid":"1"}', [['triggerUid', '1']]]) {
      const result = scene.book.as(ANN).runFormula(name, argument === undefined ? [] : [argument]);
      expect(result.kind).toBe('error');
    }

    expect(scene.emulator.requests.length).toBe(requests);
    expect(scene.book.document.snapshot()).toEqual(cells);
    expect(JSON.stringify([...scene.emulator.world.properties].map(([, pairs]) => [...pairs]))).toBe(
      properties,
    );
    expect(scene.emulator.world.triggers).toEqual([]);
  });

  test('the refusal is a plain sentence', async () => {
    const scene = await stage.open();

    expect(scene.book.as(ANN).runFormula('refreshAllReports', [])).toEqual({
      kind: 'error',
      message: 'Use the sidebar (Extensions ▸ Shift Reports): this isn’t a formula.',
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
