import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small tree of source files without fault: one per layer, with every arrow that is allowed. */
const SOUND_TREE: Readonly<Record<string, string>> = {
  'main.ts': "export { HOURS } from './functions/hours';\nexport { onOpen } from './triggers/on-open';\n",
  'functions/hours.ts':
    "import { reading } from '../compose/reading';\nimport type { Day } from '../calendar/day';\nexport function HOURS(day: Day) { return reading(day); }\n",
  'triggers/on-open.ts': 'export function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addToUi(); }\n',
  'triggers/scheduled-refresh.ts':
    "import { writing } from '../compose/writing';\nexport function refreshOnSchedule() { writing(); }\n",
  'contract/sidebar.ts': 'export interface State { readonly day: string }\n',
  'sidebar/open-sidebar.ts':
    "export function showSidebar() { HtmlService.createHtmlOutputFromFile('Sidebar'); }\n",
  'sidebar/endpoints.ts':
    "import { writing } from '../compose/writing';\nimport type { State } from '../contract/sidebar';\nexport function sidebarState(): State { writing(); return { day: '' }; }\n",
  'sidebar/page/page.tsx':
    "import { render } from 'preact';\nimport { SECONDS } from '../../limits';\nimport type { State } from '../../contract/sidebar';\nimport { ask } from './call-script';\nconst state: State = ask(SECONDS);\nrender(<p>{state.day}</p>, document.body);\n",
  'sidebar/page/call-script.ts': 'export function ask() { return google.script.run.sidebarState(); }\n',
  'compose/reading.ts':
    "import { fetchText } from '../platform/url-fetch-transport';\nimport type { Day } from '../calendar/day';\nexport function reading(day: Day) { return fetchText(day); }\n",
  'compose/writing.ts':
    "import { writeTable } from '../platform/sheet-table-writer';\nimport { reading } from './reading';\nexport function writing() { writeTable(reading('')); }\n",
  'compose/person.ts': "import type { Day } from '../calendar/day';\nexport type Person = Day;\n",
  'platform/url-fetch-transport.ts':
    "import type { Transport } from '../employer-api/ports';\nexport const fetchText: Transport = (address) => UrlFetchApp.fetch(address).getContentText();\n",
  'platform/sheet-table-writer.ts':
    "import type { Table } from '../reports/table';\nexport function writeTable(table: Table) { SpreadsheetApp.getActive().getRange(table); }\n",
  'platform/trigger-schedule.ts': 'export function schedule() { ScriptApp.getProjectTriggers(); }\n',
  'warehouse/send.ts': "import type { Table } from '../reports/table';\nexport type Sent = Table;\n",
  'main-warehouse.ts': "export { sidebarState } from './sidebar/endpoints';\n",
  'compose/edition.ts': 'export const edition = 1;\n',
  'compose/edition-warehouse.ts':
    "import type { Sent } from '../warehouse/send';\nexport type Edition = Sent;\nexport const edition = 2;\n",
  'dashboards/plan.ts': "import type { Table } from '../reports/table';\nexport type Plan = Table;\n",
  'summaries/page.ts': "import type { Plan } from '../dashboards/plan';\nexport type Page = Plan;\n",
  'alerts/digest.ts': "import type { Sum } from '../figures/sum';\nexport type Digest = Sum;\n",
  'explanations/cell.ts': "import type { Answer } from '../answers/answer';\nexport type Cell = Answer;\n",
  'sample/service.ts': "import type { Day } from '../calendar/day';\nexport type Sample = Day;\n",
  'reports/table.ts':
    "import { parse } from 'valibot';\nimport type { State } from '../contract/sidebar';\nimport type { Transport } from '../employer-api/ports';\nexport type Table = State['day'];\nexport const table = (transport: Transport) => parse(transport);\n",
  'answers/answer.ts': "import type { Sum } from '../figures/sum';\nexport type Answer = Sum;\n",
  'figures/sum.ts': "import type { Day } from '../calendar/day';\nexport type Sum = Day;\n",
  'employer-api/ports.ts':
    "import type { Day } from '../calendar/day';\nexport type Transport = (address: Day) => string;\n",
  'limits.ts': 'export const SECONDS = 1;\n',
  'budget.ts': "import { SECONDS } from './limits';\nexport const budget = SECONDS;\n",
  'calendar/day.ts': 'export type Day = string;\nexport const day = 1;\n',
};

const trees: string[] = [];

/**
 * Writes the sound tree into a new folder, with some files replaced or added.
 *
 * @returns The folder. `removeTrees` takes it away.
 */
export function writeTree(changes: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'shift-reports-tree-'));
  trees.push(folder);
  for (const [name, text] of Object.entries({ ...SOUND_TREE, ...changes })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Adds lines to a file of the sound tree. */
export function withLines(name: string, lines: string): Record<string, string> {
  return { [name]: `${lines}\n${SOUND_TREE[name] ?? ''}` };
}

/** Removes every folder that `writeTree` made. */
export function removeTrees(): void {
  for (const folder of trees.splice(0)) rmSync(folder, { recursive: true, force: true });
}
