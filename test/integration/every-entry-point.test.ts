import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { RecordedExchange } from '../api-server/recorder';
import { loadOpenApiChecker } from '../contract/api/openapi-checker';
import type { FormulaArgument } from '../emulator/values';
import { ENDPOINT_NEEDS } from '../support/endpoints';
import { ENTRY_POINTS } from '../support/entry-points';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { SPEC_NAMES } from '../support/spec-fields';
import { RECORDS } from '../support/two-weeks';
import { ALERT } from './alerts-scene';

/* Everything that can be called, watched at run time: its stores, its requests and its answers. */

const stage = new Stage();

const FORM = { id: null, period: 'custom', from: '2026-03-02', to: '2026-03-04', sheet: 'Shifts' };

/** What each formula is asked; their figures: the tests of formulas. */
const DAYS = ['2026-03-02', '2026-03-03'] as const;
const QUESTIONS: readonly (readonly [name: string, args: readonly FormulaArgument[]])[] = [
  ['SHIFT_FULFILMENT', DAYS],
  ['SHIFT_FULFILLMENT', DAYS],
  ['SHIFT_FULFILMENT_AGGREGATED', [...DAYS, 'venue']],
  ['SHIFT_FULFILLMENT_AGGREGATED', [...DAYS, 'venue']],
  ['SHIFT_METRIC', ['worked', ...DAYS]],
  ['SHIFT_TREND', ['worked', ...DAYS, 'day']],
  ['SHIFT_COMPARE', ['venue', '2026-02-23', '2026-03-01', '2026-03-02', '2026-03-08', 'measures', 'posted']],
  ['SHIFT_LIST', ['venues']],
  ['SHIFT_STATUS', ['state']],
  // Its path is not published.
  ['WORKER_TURNOVER', DAYS],
];

/** All formulas, cold and warm; then the service has its own records again. */
async function calculate(scene: Scene): Promise<void> {
  await scene.serve(RECORDS);
  for (const [name, args] of [...QUESTIONS, ...QUESTIONS]) {
    const { kind } = scene.call(name, ...args);
    expect([name, kind]).toEqual([name, name === 'WORKER_TURNOVER' ? 'error' : 'values']);
  }
  await scene.server.clearScenarios();
  scene.emulator.caches.clear();
}

/** An answer, and the endpoint that gave it. */
interface Answered {
  readonly name: string;
  readonly outcome: SidebarOutcome;
}

/** Every entry point and every endpoint, with a connection of that kind, a failure, a killed run and a pause. */
async function playAll(scene: Scene, audience: 'everyone' | 'me'): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  const ask = (name: string, argument?: unknown, ...more: unknown[]) => {
    const outcome = scene.ask(name, argument, ANN, ...more);
    answers.push({ name, outcome });
    return outcome;
  };
  const done = (name: string, ...args: unknown[]) => {
    const outcome = ask(name, ...args);
    if (outcome.kind === 'failed') throw new Error(`${name}: ${outcome.message}`);
    return outcome;
  };
  const ann = scene.book.as(ANN);
  ann.install();
  ann.open();
  ann.clickMenu('Open sidebar');
  const sample = state(ask('sidebarUseSampleData', 'UK'));
  for (const { id } of sample.reports) done('sidebarRemoveReport', id);
  done('sidebarDisconnect');
  done('sidebarConnect', scene.form({ audience }));
  done('sidebarState');
  const { checks } = done('sidebarCheckConnection');
  expect(checks?.map((check) => check.state)).toEqual(['ok', 'ok']);
  await calculate(scene);
  const id = scene.saveReport(FORM);
  const form = { ...FORM, id, readableHeadings: false };
  const { preview } = done('sidebarPreviewReport', form);
  expect([preview?.headings, preview?.rows.length]).toEqual([SPEC_NAMES, 5]);
  done('sidebarRefreshReport', id);
  done('sidebarOpenSheet', id);
  // Other rows: a refresh that changes nothing leaves nothing to undo.
  await scene.serve(RECORDS);
  done('sidebarRefreshReport', id, true);
  await scene.server.clearScenarios();
  done('sidebarShowChanges', id);
  done('sidebarUndoRefresh', id);
  done('sidebarSaveReport', { ...form, venue: 'Nowhere' });
  done('sidebarSaveReport', { ...form, noteColumns: 'Reason' });
  expect(done('sidebarExportNotes').notesFile?.count).toBe(0);
  done('sidebarDeleteNotes', 0);
  done('sidebarKeepNotes', 13);
  await scene.server.setScenario('report', { name: 'empty', times: 1 });
  ask('sidebarRefreshReport', id);
  done('sidebarKeepTable', id);
  done('sidebarRefreshReport', id, true);
  done('sidebarBuildDashboard', id, 'overview');
  ann.enter('Overview!B2', 'Whole report');
  expect(done('sidebarExplainCell').explanation?.title).toBe('The dashboard Overview');
  done('sidebarBuildDashboard', id, 'where_and_when', {
    rows: 'venue',
    columns: 'week',
    measure: 'MISSING_PEOPLE',
  });
  done('sidebarBuildDashboard', id, 'scorecard', null, true);
  const week = scene.saveReport({ period: 'last week', from: '', to: '', sheet: 'Week' });
  done('sidebarSaveSchedule', { every: 'hour', hour: 0, email: ANN });
  const [alert] = state(ask('sidebarSaveAlert', { ...ALERT, report: week })).alerts;
  const summary = { id: null, report: week, to: ANN, every: 'week', day: 1, hour: 6, split: 'all' };
  const { summaries } = state(ask('sidebarSaveSummary', summary));
  expect(done('sidebarPreviewSummary', summary).summary?.subject).toContain('(week of 2 Mar)');
  done('sidebarTestSummary', summary);
  done('sidebarTakeOver');
  done('sidebarSetTargets');
  scene.emulator.advance({ hours: 2, minutes: 1 });
  ann.clickMenu('Refresh all reports');
  done('sidebarRefreshAll');
  await scene.server.setScenario('report', { name: 'status', status: 403, times: 1 });
  ask('sidebarRefreshAll');
  done('sidebarState');
  scene.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'SpreadsheetApp.flush' };
  scene.emulator.clock.advance(700_000);
  ann.callFromSidebar('sidebarRefreshReport', id, true);
  done('sidebarState');
  done('sidebarRemoveAlert', alert?.id);
  done('sidebarRemoveSummary', summaries[0]?.id);
  done('sidebarRemoveReport', week);
  expect(state(ask('sidebarDisconnect')).connection).toBeNull();
  return answers;
}

/** The members that an outcome may have, as the contract names them, all the way down; a name ending in `[]` is a list. */
const MEMBERS: Readonly<Record<string, string>> = {
  '': 'kind message state code more checks support preview summary explanation names warning notesFile',
  names: 'venue area role',
  notesFile: 'name text count',
  'checks[]': 'name state sentence',
  preview: 'headings rows size warnings',
  summary: 'subject text',
  explanation: 'title lines',
  'explanation.lines[]': 'label value',
  state:
    'connection now reports schedule activity alerts notes target mistakes summaries allowsChat running timeZone installation',
  'state.connection': 'region employer answered clientIdTail isSample audience failing isRefused',
  'state.reports[]':
    'id revision report sheet period from to venue area role groupBy columns readableHeadings noteColumns mode every lastRun nextRun confirmation remark stranger canUndo isStale shownFrom dashboards',
  'state.reports[].dashboards[]': 'template sheet cut everyMiss',
  'state.reports[].dashboards[].cut': 'rows columns measure',
  'state.alerts[]': 'id report measure scope target strictness revision to state sentence',
  'state.summaries[]': 'id report to every day hour split chat keepsChat revision sentence isBlocked',
  'state.reports[].confirmation': 'sentence isKept',
  'state.reports[].stranger': 'kind name meant sentence',
  'state.reports[].lastRun': 'outcome finishedAt message code correlationId',
  'state.schedule': 'every hour weekday revision email mailProblem nextRun runsAs isOwn late',
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

/** One whole session, and what was seen of it. */
interface Session {
  readonly scene: Scene;
  readonly answers: readonly Answered[];
  readonly exchanges: readonly RecordedExchange[];
}

describe.each(['everyone', 'me'] as const)('all entry points, with a connection for %s', (audience) => {
  let session: Session;
  beforeAll(async () => {
    const scene = await stage.open();
    const answers = await playAll(scene, audience);
    session = { scene, answers, exchanges: await scene.server.requests() };
  });

  test('are called, each at least once', () => {
    const called = new Set(session.scene.emulator.executions.map(({ functionName }) => functionName));

    expect([...called].sort()).toEqual(Object.keys(ENTRY_POINTS).sort());
    const asked = new Set(session.answers.map(({ name }) => name));
    expect([...asked].sort()).toEqual([...ENDPOINT_NEEDS.keys()].sort());
    // Only these fail: the empty table, and the refusal of the service.
    const failed = session.answers.flatMap(({ name, outcome }) =>
      outcome.kind === 'failed' ? [[name, outcome.code]] : [],
    );
    expect(failed).toEqual([
      ['sidebarRefreshReport', 'held_back'],
      ['sidebarRefreshAll', 'access_refused'],
    ]);
  });

  test('answer with no member that the contract lacks', () => {
    const { answers } = session;

    expect(answers.flatMap(({ outcome }) => extraMembers(outcome))).toEqual([]);
    // A place that no answer has was not looked at.
    const places = new Set(answers.flatMap(({ outcome }) => placesIn(outcome)));
    expect(Object.keys(MEMBERS).filter((place) => !places.has(place))).toEqual([]);
  });

  test('never show the secret, the token or more of the client ID than its end', () => {
    const { scene, answers } = session;
    const { clientId, clientSecret } = scene.form();
    const text = JSON.stringify(answers);

    expect(text).toContain(clientId.slice(-4));
    expect(text).not.toContain(clientId.slice(0, -4));
    expect(text).not.toContain(clientSecret.slice(0, 8));
    for (const { headers } of scene.emulator.requests) {
      const token = new Map(headers).get('Authorization')?.slice('Bearer '.length);
      if (token) expect(text).not.toContain(token.slice(0, 8));
    }
  });

  test('ask for no store and no lock of the whole script', () => {
    const { executions } = session.scene.emulator;
    const methods = executions.flatMap(({ calls }) => calls.map(({ method }) => method));

    expect(methods.filter((name) => /\.getScript(?:Properties|Cache|Lock)$/.test(name))).toEqual([]);
    const stores = methods.filter((name) => /^(?:Properties|Cache|Lock)Service\./.test(name));
    expect(stores.length).toBeGreaterThan(200);
    const { properties, caches } = session.scene.emulator;
    const scopes = [...properties.keys(), ...caches.keys()].map((name) => name.split(':')[0]);
    expect(scopes).toContain(audience === 'me' ? 'user' : 'document');
    expect(scopes).not.toContain('script');
  });

  test('send requests, and get answers, that the OpenAPI file allows', () => {
    const checker = loadOpenApiChecker();
    const { scene, exchanges } = session;

    const faults = exchanges.flatMap((one) => [...checker.checkRequest(one), ...checker.checkAnswer(one)]);

    expect(faults).toEqual([]);
    const answered = scene.emulator.requests.filter(({ outcome }) => typeof outcome === 'number');
    expect(answered.length).toBeGreaterThanOrEqual(15);
    expect(exchanges.length).toBeGreaterThanOrEqual(answered.length);
  });
});

test.each([
  ['everyone', 'document', 'user'],
  ['me', 'user', 'document'],
] as const)(
  'what a connection for %s fetched is in the cache of the %s, and nothing in that of the %s',
  async (audience, own, other) => {
    const scene = await stage.open();
    scene.connect({ audience });
    expect(scene.formula(...DAYS).kind).toBe('values');
    state(scene.refresh(scene.saveReport(FORM)));

    const entries = [...scene.emulator.caches].map(
      ([name, kept]) => [name.split(':')[0], kept.size] as const,
    );
    const countOf = (scope: string) =>
      entries.reduce((sum, [name, count]) => sum + (name === scope ? count : 0), 0);
    expect(countOf(own)).toBeGreaterThan(1);
    expect(countOf(other)).toBe(0);
  },
);
