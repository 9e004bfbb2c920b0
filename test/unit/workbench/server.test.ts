import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Book } from '../../emulator/book';
import { Emulator } from '../../emulator/emulator';
import { GOOGLE_SENDER } from '../../emulator/world';
import { ActionLog } from '../../workbench/action-log';
import type { DocumentView, WorkbenchEvent } from '../../workbench/protocol';
import { ScriptHost } from '../../workbench/script-host';
import { type RunningWorkbench, startWorkbench } from '../../workbench/server';
import { writeStartSheet } from '../../workbench/start-document';
import { type FixtureDist, writeFixtureDist } from './support/fixture-dist';

const PERSON = 'ann@a.example';

let fixture: FixtureDist;
let emulator: Emulator;
let book: Book;
let workbench: RunningWorkbench;

beforeAll(async () => {
  fixture = writeFixtureDist();
  emulator = new Emulator({ dist: fixture.dist, startAt: '2026-03-10T09:00:00Z' });
  book = emulator.createSpreadsheet({ owner: PERSON, zone: 'Europe/London', name: 'Shifts' });
  writeStartSheet(book, 'Kingsway Hospitality Group (UK)');
  workbench = await startWorkbench({
    root: process.cwd(),
    dist: fixture.dist,
    emulator,
    book,
    person: PERSON,
  });
});

afterAll(async () => {
  await workbench.close();
  fixture.remove();
});

async function get(path: string) {
  return fetch(new URL(path, workbench.url));
}

async function post(path: string, body: unknown) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(new URL(path, workbench.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Everything that pages are told while something is done. */
async function told(work: () => Promise<unknown>): Promise<WorkbenchEvent[]> {
  const stream = await get('/events?page=listener');
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  let text = '';
  // Pages are told that the clock stands still after everything else.
  await post('/clock', { hours: 0 });
  while (!text.includes('"runs":null'))
    text += Buffer.from((await reader.read()).value ?? []).toString('utf8');
  await reader.cancel();
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? JSON.parse(line.slice(6)) : []));
}

const CELL = { sheetId: 0, row: 1, column: 1, batch: 1 };

describe('the workbench', () => {
  it('serves a page that may reach nothing but this server', async () => {
    const page = await get('/');
    expect(await page.text()).toContain('<title>Shift Reports workbench</title>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
  });

  it('shows the document with the menu of onOpen and the help of the bundle', async () => {
    const document = (await (await get('/document')).json()) as DocumentView;
    expect(document.name).toBe('Shifts');
    expect(document.sheets.map(({ name }) => name)).toEqual(['Start', 'Sheet1']);
    expect(document.functions.map(({ name }) => name)).toEqual(['DOUBLE', 'KINDS']);
    expect(document.menu).toEqual([
      {
        label: 'Extensions',
        items: [{ label: 'Shift Reports', items: [{ label: 'Open sidebar' }, { label: 'Fail' }] }],
      },
    ]);
  });

  it('calculates a formula by the bundle', async () => {
    expect(await post('/function', { ...CELL, name: 'double', args: [21], formula: '=double(21)' })).toEqual({
      kind: 'value',
      rows: [[42]],
    });
  });

  it('calculates a formula once for the pages that ask at the same time, and again for one that asks again', async () => {
    const actions = new ActionLog(
      () => [],
      () => {},
    );
    const host = new ScriptHost({ dist: fixture.dist, emulator, book, person: PERSON }, actions, () => {});
    const ask = (page: string) =>
      host.calculate({ ...CELL, name: 'DOUBLE', args: [4], formula: '=DOUBLE(4)' }, page);
    emulator.clearExecutions();

    const eight = { kind: 'value', rows: [[8]] };
    expect(await Promise.all([ask('a'), ask('b')])).toEqual([eight, eight]);
    expect(emulator.executions).toHaveLength(1);
    await Promise.all([ask('a'), ask('a')]);
    expect(emulator.executions).toHaveLength(3);
    host.dispose();
  });

  it('hands a day to the bundle as a date and takes it back as a day', async () => {
    const call = { ...CELL, name: 'DOUBLE', args: [{ serial: 46204 }], formula: '=DOUBLE(DATE(2026,7,1))' };
    expect(await post('/function', call)).toEqual({
      kind: 'value',
      rows: [
        [{ serial: 46204, format: 'dd/mm/yyyy' }, 'a day'],
        [null, '2026-10-01'],
      ],
    });
  });

  it('hands over what the formula says where the page cannot tell: text like a date, an argument left empty', async () => {
    const args = ['a', null, { serial: 45839 }, true, [[1, null]], null];
    const formula = '=KINDS("a", , "2025-07", TRUE, A1:B1, C1)';
    expect(await post('/function', { ...CELL, name: 'KINDS', args, formula })).toEqual({
      kind: 'value',
      rows: [['string,string,string,boolean,object,string']],
    });
  });

  it.each([
    ['what the bundle throws', 'DOUBLE', '=DOUBLE(A1)', '#ERROR!', 'Give a number.'],
    ['a name nobody knows', 'TRIPLE', '=TRIPLE(A1)', '#NAME?', "Unknown function: 'TRIPLE'."],
    [
      'a volatile argument',
      'DOUBLE',
      '=DOUBLE(NOW())',
      '#ERROR!',
      'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()',
    ],
  ])('shows an error for %s', async (_what, name, formula, code, message) => {
    expect(await post('/function', { ...CELL, name, args: [null], formula })).toEqual({
      kind: 'error',
      code,
      message,
    });
  });

  it('runs what the sidebar asks for and tells the pages what changed', async () => {
    let answer: unknown;
    const events = await told(async () => {
      answer = await post('/run', { name: 'sidebarWrite', arguments: [[['a', 1]]] });
    });
    expect(answer).toEqual({ kind: 'success', value: { rows: 1 } });
    const cells = events.find((event) => event.kind === 'cells');
    expect(cells?.kind === 'cells' && cells.blocks[0]?.cells).toEqual([[{ v: 'a' }, { v: 1 }]]);
    const action = events.findLast((event) => event.kind === 'action' && event.action.executions.length > 0);
    expect(action).toMatchObject({
      action: {
        title: 'sidebar, sidebarWrite',
        executions: [{ kind: 'sidebar', cellsWritten: expect.any(Number) }],
      },
    });
    expect(events.some((event) => event.kind === 'active-sheet')).toBe(true);
  });

  it('answers a sidebar that asks for an unknown function by its failure handler', async () => {
    expect(await post('/run', { name: 'nothing', arguments: [] })).toEqual({
      kind: 'failure',
      message: 'google.script.run.nothing is not a function',
    });
  });

  it('opens the sidebar by the menu, with google.script and without any address to reach', async () => {
    const events = await told(() => post('/menu', { path: ['Extensions', 'Shift Reports', 'Open sidebar'] }));
    expect(events).toContainEqual({ kind: 'sidebar', title: 'Shifts', version: 1 });
    const page = await get('/sidebar');
    expect(await page.text()).toMatch(/<head><script>.*google.*<\/script><\/head><body>Hello/s);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-scripts .*default-src 'none'/,
    );
  });

  it('shows why a menu item failed', async () => {
    const events = await told(() => post('/menu', { path: ['Extensions', 'Shift Reports', 'Fail'] }));
    expect(events).toContainEqual({ kind: 'alert', title: 'Script error', message: 'No report yet.' });
  });

  it('skips hours, and tells of each scheduled run as it begins', async () => {
    const before = emulator.clock.now();
    emulator.world.triggers.push({
      uniqueId: 'hourly',
      handler: 'onOpen',
      owner: PERSON,
      bookId: book.id,
      everyMillis: 3_600_000,
      nextRunAt: before + 3_600_000,
      enabled: true,
    });
    const events = await told(() => post('/clock', { hours: 3 }));
    emulator.world.removeTrigger('hourly');

    expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(3 * 3_600_000);
    const runs = events.flatMap((event) => (event.kind === 'clock' ? [event.runs] : []));
    expect(runs).toEqual([
      { done: 0, total: 3 },
      { done: 1, total: 3 },
      { done: 2, total: 3 },
      { done: 3, total: 3 },
      null,
    ]);
    const message = '3 scheduled runs finished, 3 with an error.';
    expect(events).toContainEqual({ kind: 'toast', title: 'Schedule', message });
  });

  it('shows the mail that the script sent, and not what Google mails about runs that failed', async () => {
    const summary = { to: PERSON, subject: 'Summary of failures', body: '', options: {}, sentAt: 0 };
    emulator.world.mails.push({ ...summary, sender: GOOGLE_SENDER });
    const call = { name: 'sidebarMail', arguments: ['Two venues miss 90%', '<p>Two</p>'] };
    const events = await told(() => post('/run', call));
    const mail = {
      from: 'Shifts <ann@a.example>',
      to: 'bob@a.example',
      cc: '',
      bcc: '',
      subject: 'Two venues miss 90%',
      text: 'Plain',
      html: '<p>Two</p>',
      sentMillis: expect.any(Number),
    };
    expect(events).toContainEqual({ kind: 'mails', mails: [mail] });
    const { mails } = (await (await get('/document')).json()) as DocumentView;
    expect(mails).toEqual([mail]);
  });

  it('tells by its sign whether it is the server that a page began with', async () => {
    const { serverId } = (await (await get('/document')).json()) as DocumentView;
    expect(await (await get('/alive')).json()).toEqual({ serverId });
  });

  it('refuses an edit with the words of the platform', async () => {
    const body = JSON.stringify({ edits: [{ kind: 'sheet-added', name: 'Start', index: 0 }] });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(new URL('/edit', workbench.url), { method: 'POST', headers, body });
    expect(response.status).toBe(409);
    expect(await response.text()).toBe(
      'A sheet with the name "Start" already exists. Please enter another name.',
    );
  });
});
