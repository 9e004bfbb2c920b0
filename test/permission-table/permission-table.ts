import type { SidebarOutcome } from '../../src/contract/sidebar';
import { ALERT } from '../integration/alerts-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* What each surface of the built add-on does with each of the 32 sets of permissions that a person may grant. */

const AUTH = 'https://www.googleapis.com/auth/';

/** The five scopes of the manifest, what Google's question calls them, and a word for the table. */
export const SCOPES = [
  {
    scope: `${AUTH}spreadsheets.currentonly`,
    name: 'spreadsheet',
    consent: 'View and manage spreadsheets that this application has been installed in',
  },
  { scope: `${AUTH}script.external_request`, name: 'requests', consent: 'Connect to an external service' },
  {
    scope: `${AUTH}script.container.ui`,
    name: 'sidebar',
    consent: 'Display and run third-party web content in prompts and sidebars inside Google applications',
  },
  {
    scope: `${AUTH}script.scriptapp`,
    name: 'timers',
    consent: 'Allow this application to run when you are not present',
  },
  { scope: `${AUTH}script.send_mail`, name: 'mail', consent: 'Send email as you' },
] as const;

/**
 * What a person meets. `works`: as with everything granted. `no mail`: works, and says that mail is off. `asks`: Google's own
 * question. `link`: one sentence that names what to allow, with a link to Google's question. `says`: that sentence, where
 * nobody can be asked. `dead end`: anything else.
 */
export type Fare = 'works' | 'no mail' | 'asks' | 'link' | 'says' | 'dead end';

/** One surface with one set of permissions. */
export interface Measured {
  readonly surface: string;
  /** Names of the permissions that are missing. */
  readonly missing: readonly string[];
  readonly fare: Fare;
  /** What was said; empty where it worked. */
  readonly said: string;
}

const DAY = '2026-03-02';
const REPORT = { id: null, period: 'custom', from: DAY, to: DAY, sheet: 'Shifts' };
const EMAIL = 'ann@employer.example';
/** But for its report. */
const SUMMARY = { id: null, to: [EMAIL], every: 'week', day: 1, hour: 6, split: 'all' };
const HOURLY = { every: 'hour', hour: 0, email: EMAIL };

/** A connected spreadsheet: a report refreshed twice, an alert, and a schedule of Ann's with mail. */
class Bench {
  constructor(
    readonly scene: Scene,
    readonly granted: readonly string[],
    readonly report: string,
    readonly alert: string,
    /** A summary email of a report of the last week. */
    readonly summary: object,
  ) {}

  static async open(stage: Stage): Promise<Bench> {
    const scene = await stage.open({ installation: 'add-on' });
    scene.connect();
    const report = scene.saveReport(REPORT);
    state(scene.refresh(report));
    state(scene.refresh(report));
    const week = scene.saveReport({ period: 'last 13 weeks', from: '', to: '', sheet: 'Weeks' });
    const { alerts } = state(scene.ask('sidebarSaveAlert', { ...ALERT, report: week }));
    state(scene.ask('sidebarRemoveReport', week));
    const lastWeek = scene.saveReport({ period: 'last week', from: '', to: '', sheet: 'Last week' });
    state(scene.ask('sidebarSaveSchedule', HOURLY));
    scene.book.as(ANN).open();
    return new Bench(
      scene,
      SCOPES.map(({ scope }) => scope),
      report,
      alerts[0]?.id ?? '',
      { ...SUMMARY, report: lastWeek },
    );
  }

  /** The same with these permissions granted. */
  with(granted: readonly string[]): Bench {
    this.scene.book.as(ANN).consent(granted);
    return new Bench(this.scene, granted, this.report, this.alert, this.summary);
  }

  get missing(): string[] {
    return SCOPES.filter(({ scope }) => !this.granted.includes(scope)).map(({ name }) => name);
  }

  /** A menu item, by its caption. */
  menu(caption: string): Fared {
    const { questions } = this.scene.emulator.world.consents;
    const before = questions.length;
    const { outcome } = this.scene.book.as(ANN).clickMenu(caption);
    if (questions.length > before) return { kind: 'asks', said: '' };
    return outcome.kind === 'returned' ? DONE : { kind: 'failed', said: outcome.message };
  }

  formula(name: string, ...args: string[]): Fared {
    const result = this.scene.call(name, ...args);
    return result.kind === 'values' ? DONE : { kind: 'failed', said: result.message };
  }

  sidebar(name: string, ...args: unknown[]): Fared {
    const result = this.scene.book.as(ANN).callFromSidebar(name, ...args);
    if (result.kind === 'failure') return { kind: 'failed', said: result.message };
    const outcome = result.value as unknown as SidebarOutcome;
    if (outcome.kind === 'done') return DONE;
    return { kind: outcome.link === undefined ? 'failed' : 'linked', said: outcome.message };
  }

  /** The next scheduled run, and what the sidebar says of it to someone who has granted everything. */
  schedule(): Fared {
    const [run] = this.scene.emulator.advance({ hours: 1, minutes: 1 });
    const person = this.scene.book.as(ANN);
    person.consent(SCOPES.map(({ scope }) => scope));
    const { schedule, reports } = state(this.scene.ask('sidebarState'));
    person.consent(this.granted);
    if (run?.outcome.kind === 'threw') {
      const { message } = run.outcome;
      const isShown = reports.some(({ lastRun }) => lastRun?.message === message);
      return { kind: isShown ? 'shown' : 'failed', said: message };
    }
    const { mailProblem } = schedule;
    return run?.outcome.kind === 'returned' ? { kind: 'done', said: mailProblem ?? '' } : DEAD;
  }
}

/** How a surface answered. */
interface Fared {
  readonly kind: 'done' | 'failed' | 'asks' | 'linked' | 'shown';
  readonly said: string;
}
const DONE: Fared = { kind: 'done', said: '' };
const DEAD: Fared = { kind: 'failed', said: 'It did not run.' };

/** All surfaces, in an order in which none takes away what the next needs. */
const SURFACES: Readonly<Record<string, (bench: Bench) => Fared>> = {
  'menu: Open sidebar': (bench) => bench.menu('Open sidebar'),
  'menu: Refresh all reports': (bench) => bench.menu('Refresh all reports'),
  'scheduled run': (bench) => bench.schedule(),
  SHIFT_FULFILMENT: (bench) => bench.formula('SHIFT_FULFILMENT', DAY, DAY),
  SHIFT_FULFILLMENT: (bench) => bench.formula('SHIFT_FULFILLMENT', DAY, DAY),
  SHIFT_FULFILMENT_AGGREGATED: (bench) => bench.formula('SHIFT_FULFILMENT_AGGREGATED', DAY, DAY, 'venue'),
  SHIFT_FULFILLMENT_AGGREGATED: (bench) => bench.formula('SHIFT_FULFILLMENT_AGGREGATED', DAY, DAY, 'venue'),
  SHIFT_METRIC: (bench) => bench.formula('SHIFT_METRIC', 'posted', DAY, DAY),
  SHIFT_TREND: (bench) => bench.formula('SHIFT_TREND', 'posted', DAY, DAY, 'day'),
  SHIFT_COMPARE: (bench) => bench.formula('SHIFT_COMPARE', 'venue', '2026-03-01', '2026-03-01', DAY, DAY),
  SHIFT_LIST: (bench) => bench.formula('SHIFT_LIST', 'venues'),
  SHIFT_STATUS: (bench) => bench.formula('SHIFT_STATUS', 'state'),
  WORKER_TURNOVER: (bench) => bench.formula('WORKER_TURNOVER', DAY, DAY),
  sidebarState: (bench) => bench.sidebar('sidebarState'),
  sidebarCheckConnection: (bench) => bench.sidebar('sidebarCheckConnection'),
  sidebarSaveReport: (bench) => bench.sidebar('sidebarSaveReport', { ...REPORT, id: bench.report }),
  sidebarPreviewReport: (bench) => bench.sidebar('sidebarPreviewReport', { ...REPORT, id: bench.report }),
  sidebarBuildDashboard: (bench) => bench.sidebar('sidebarBuildDashboard', bench.report, 'overview'),
  sidebarSetTargets: (bench) => bench.sidebar('sidebarSetTargets'),
  sidebarRefreshReport: (bench) => bench.sidebar('sidebarRefreshReport', bench.report, true),
  sidebarRefreshAll: (bench) => bench.sidebar('sidebarRefreshAll'),
  sidebarKeepTable: (bench) => bench.sidebar('sidebarKeepTable', bench.report),
  sidebarShowChanges: (bench) => bench.sidebar('sidebarShowChanges', bench.report),
  sidebarUndoRefresh: (bench) => bench.sidebar('sidebarUndoRefresh', bench.report),
  sidebarExplainCell: (bench) => bench.sidebar('sidebarExplainCell'),
  sidebarKeepNotes: (bench) => bench.sidebar('sidebarKeepNotes', 13),
  sidebarExportNotes: (bench) => bench.sidebar('sidebarExportNotes'),
  sidebarDeleteNotes: (bench) => bench.sidebar('sidebarDeleteNotes', 0),
  sidebarSaveAlert: (bench) => bench.sidebar('sidebarSaveAlert', { ...ALERT, report: bench.report }),
  sidebarRemoveAlert: (bench) => bench.sidebar('sidebarRemoveAlert', bench.alert),
  sidebarSaveSummary: (bench) => bench.sidebar('sidebarSaveSummary', bench.summary),
  sidebarPreviewSummary: (bench) => bench.sidebar('sidebarPreviewSummary', bench.summary),
  sidebarTestSummary: (bench) => bench.sidebar('sidebarTestSummary', bench.summary),
  sidebarRemoveSummary: (bench) => bench.sidebar('sidebarRemoveSummary', 'none'),
  sidebarTakeOver: (bench) => bench.sidebar('sidebarTakeOver'),
  sidebarSaveSchedule: (bench) => bench.sidebar('sidebarSaveSchedule', { every: 'day', hour: 6, email: '' }),
  'sidebarSaveSchedule, with an address': (bench) => bench.sidebar('sidebarSaveSchedule', HOURLY),
  sidebarConnect: (bench) => bench.sidebar('sidebarConnect', bench.scene.form()),
  sidebarRemoveReport: (bench) => bench.sidebar('sidebarRemoveReport', bench.report),
  sidebarDisconnect: (bench) => bench.sidebar('sidebarDisconnect'),
  sidebarUseSampleData: (bench) => bench.sidebar('sidebarUseSampleData', 'UK'),
};

/** What people know an endpoint of the sidebar by: its button, or where it works unasked. */
const BUTTONS: Readonly<Record<string, string>> = {
  sidebarState: 'sidebar: what it shows',
  sidebarCheckConnection: '*Check connection*',
  sidebarSaveReport: '*Save report*',
  sidebarPreviewReport: '*Preview* of a report',
  sidebarBuildDashboard: '*Dashboards*',
  sidebarSetTargets: '*Set targets*',
  sidebarRefreshReport: '*Refresh*',
  sidebarRefreshAll: '*Refresh all*',
  sidebarKeepTable: '*Keep the old table*',
  sidebarShowChanges: '*What changed*',
  sidebarUndoRefresh: '*Undo last refresh*',
  sidebarExplainCell: '*Explain this cell*',
  sidebarKeepNotes: 'for how long notes are kept',
  sidebarExportNotes: '*Export and delete all notes*, the file',
  sidebarDeleteNotes: '*Export and delete all notes*, the deletion',
  sidebarSaveAlert: '*Save alert*',
  sidebarRemoveAlert: '*Remove* an alert',
  sidebarSaveSummary: '*Save summary email*',
  sidebarPreviewSummary: '*Preview* of a summary email',
  sidebarTestSummary: '*Send me a test*',
  sidebarRemoveSummary: '*Remove* a summary email',
  sidebarTakeOver: '*Take over*',
  sidebarSaveSchedule: '*Save schedule*',
  'sidebarSaveSchedule, with an address': '*Save schedule* with an address',
  sidebarConnect: '*Connect*',
  sidebarRemoveReport: '*Remove* a report',
  sidebarDisconnect: '*Disconnect*',
  sidebarUseSampleData: '*Use sample data*',
};

/** All surfaces with all 32 sets of permissions. */
export async function measureAll(): Promise<Measured[]> {
  const stage = await Stage.start({ allowance: 100_000 });
  try {
    const measured: Measured[] = [];
    const baseline = new Map<string, Fared>();
    const prepared = await Bench.open(stage);
    const putBack = prepared.scene.savePoint();
    // From everything granted to nothing.
    for (let withheld = 0; withheld < 2 ** SCOPES.length; withheld += 1) {
      const granted = SCOPES.filter((_, bit) => (withheld >> bit) % 2 === 0).map(({ scope }) => scope);
      await putBack();
      const bench = prepared.with(granted);
      for (const [surface, act] of Object.entries(SURFACES)) {
        // Nothing that one surface fetched helps the next.
        bench.scene.emulator.world.caches.clear();
        const fared = act(bench);
        if (withheld === 0) baseline.set(surface, fared);
        const fare = judge(fared, baseline.get(surface) ?? DEAD, bench.missing);
        measured.push({ surface, missing: bench.missing, fare, said: fared.said });
      }
    }
    return measured;
  } finally {
    await stage.close();
  }
}

function judge(fared: Fared, baseline: Fared, missing: readonly string[]): Fare {
  const { kind, said } = fared;
  if (kind === baseline.kind && said === baseline.said) return 'works';
  if (kind === 'asks') return 'asks';
  const isNamed = /^[^.]+\.$/.test(said) && namesOnly(said, missing);
  if (kind === 'done') return isNamed && said.includes('email') ? 'no mail' : 'dead end';
  if (kind === 'linked') return isNamed && said.startsWith('Press “Allow access”') ? 'link' : 'dead end';
  return kind === 'shown' && isNamed ? 'says' : 'dead end';
}

/** Whether a sentence names a permission, and none but those that are missing. */
function namesOnly(said: string, missing: readonly string[]): boolean {
  const named = SCOPES.filter(({ consent }) => said.includes(`“${consent}”`));
  return named.length > 0 && named.every(({ name }) => missing.includes(name));
}

/** The page `docs/permissions.md`. */
export function renderPage(measured: readonly Measured[]): string {
  const surfaces = Object.keys(SURFACES);
  const statusOf = (surface: string, missing: readonly string[]) =>
    measured.find((one) => one.surface === surface && one.missing.join() === missing.join())?.fare ?? '';
  const sets = [...new Set(measured.map(({ missing }) => missing.join()))].map((text) => text.split(','));
  const alone = surfaces.map((surface) => {
    const cells = SCOPES.map(({ name }) => statusOf(surface, [name]));
    return { surface, cells };
  });
  const groups = new Map<string, string[]>();
  for (const { surface } of alone) {
    const key = sets.map((missing) => statusOf(surface, missing)).join('|');
    groups.set(key, [...(groups.get(key) ?? []), surface]);
  }
  const titles = [...groups.values()];
  const rows = sets.map((missing) => [
    missing.join() === '' ? 'nothing' : missing.join(', '),
    ...titles.map(([first = '']) => statusOf(first, missing)),
  ]);
  const dead = measured.filter(({ fare }) => fare === 'dead end').length;
  return `# What works without a permission

Google shows a check box for each of the five permissions, and people may leave out any of them or withdraw it later.
\`npm run permission-table\` makes this page: it runs the built add-on in the emulator of Apps Script, with all 32 sets of permissions on
each of ${surfaces.length} surfaces. Of ${measured.length} cases ${dead} are dead ends.

| permission | what Google's question calls it |
| --- | --- |
${SCOPES.map(({ name, scope, consent }) => `| ${name} (\`${scope.slice(AUTH.length)}\`) | ${consent} |`).join('\n')}

- works: the same as with all permissions.
- no mail: works, and the section *Schedule* says that no email is sent.
- asks: Google shows its question.
- link: one sentence names what to allow, beside a link to Google's question.
- says: one sentence in the status and in the sidebar names what to allow, because a scheduled run can't ask anyone.

## One permission missing

${table(
  ['surface', ...SCOPES.map(({ name }) => name)],
  alone.map(({ surface, cells }) => [shown(surface), ...cells]),
)}

## All sets

Surfaces with the same results in every set share a letter:

${titles.map((names, index) => `- ${letter(index)}: ${names.map(shown).join('; ')}`).join('\n')}

${table(['missing', ...titles.map((_, index) => letter(index))], rows)}
`;
}

/** @throws {Error} for an endpoint that has no button here. */
function shown(surface: string): string {
  const button = BUTTONS[surface];
  if (button === undefined && surface.startsWith('sidebar'))
    throw new Error(`Name the button of ${surface}.`);
  return button ?? surface;
}

const letter = (index: number): string => String.fromCharCode(65 + index);

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
