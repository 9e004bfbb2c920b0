import { describe, expect, test } from '@jest/globals';
import { FormElement } from '../../emulator/sidebar-arguments';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const GUIDE = 'Client-server guide';
const SCRIPT = `
function give(what) {
  var gifts = {
    plain: { n: 1, b: true, t: 'text', nothing: null, list: [1, [2]] },
    'undefined in a list': [1, undefined],
    'undefined as member': { a: undefined, b: 1 },
    'a nested date': { rows: [[1, new Date(0)]] },
    'not a number': [NaN],
    infinity: { x: Infinity },
    'a map': new Map(),
    'a typed array': new Uint8Array(2),
    'a function': { f: function () {} },
    nothing: undefined
  };
  return gifts[what];
}
function take(argument) { return JSON.stringify(argument); }
function change(list) { list.push('changed'); return list; }
function fail() { throw new Error('said by the script'); }
function failInService() { CacheService.getUserCache().get(''); }
function slow() { Utilities.sleep(1000); return Date.now(); }
function openSidebar() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('Page').setTitle('Title')); }
function openMissing() { HtmlService.createHtmlOutputFromFile('Missing'); }
function tell() { return String(SpreadsheetApp.getUi().alert('Question', 'Sure?', SpreadsheetApp.getUi().ButtonSet.YES_NO)); }
function onOpen(e) {
  SpreadsheetApp.getUi().createAddonMenu().addItem('Open sidebar', 'openSidebar').addSeparator().addItem('Tell', 'tell').addToUi();
  if (e.authMode !== ScriptApp.AuthMode.FULL) {
    try { openSidebar(); } catch (error) { console.log(e.authMode + ': ' + error.message); }
  }
}
`;

describe('google.script.run carries values', () => {
  const success = (value: unknown) => ({ kind: 'success', value });

  test.each([
    { no: 'H1 doc', what: 'plain', arrives: { n: 1, b: true, t: 'text', nothing: null, list: [1, [2]] } },
    { no: 'H2 doc', what: 'undefined in a list', arrives: [1, null] },
    { no: 'H2 asm', what: 'undefined as member', arrives: { b: 1 } },
    { no: 'H4 rec', what: 'a nested date', arrives: null },
    { no: 'H5 asm', what: 'not a number', arrives: null },
    { no: 'H5 asm', what: 'infinity', arrives: null },
    { no: 'H5 asm', what: 'a map', arrives: null },
    { no: 'H5 asm', what: 'a typed array', arrives: null },
    { no: 'H5 asm', what: 'a function', arrives: null },
    { no: 'H2 asm', what: 'nothing', arrives: null },
  ])(
    `[$no] $what: the success handler gets $arrives (${GUIDE}; dates React-Google-Apps-Script 28)`,
    (row) => {
      const { ann, dispose } = scriptWorld(SCRIPT);
      expect(ann.callFromSidebar('give', row.what)).toEqual(success(row.arrives));
      dispose();
    },
  );

  const circle: { self?: unknown } = {};
  circle.self = circle;
  test.each([
    { title: 'a date', argument: new Date(0) },
    { title: 'a date inside', argument: { day: new Date(0) } },
    { title: 'a function', argument: () => 1 },
    { title: 'a cycle', argument: circle },
    { title: 'a map', argument: new Map() },
  ])(`[H3 doc] $title as argument fails before anything runs (${GUIDE})`, ({ argument }) => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('take', argument).kind).toBe('failure');
    expect(emulator.executions).toHaveLength(0);
    dispose();
  });

  test(`[H1 doc] arguments are copies (${GUIDE})`, () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    const list = ['mine'];
    expect(ann.callFromSidebar('change', list)).toEqual(success(['mine', 'changed']));
    expect(list).toEqual(['mine']);
    dispose();
  });

  test(`[H6 doc] a form is the only argument, its values text (${GUIDE})`, () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('take', new FormElement({ day: '2026-07-01', n: '1' }))).toEqual(
      success('{"day":"2026-07-01","n":"1"}'),
    );
    expect(ann.callFromSidebar('take', 1, new FormElement({})).kind).toBe('failure');
    dispose();
  });

  test('[H7 doc, H8 asm] a failure brings its message alone, with the class before it', () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('fail')).toEqual({ kind: 'failure', message: 'Error: said by the script' });
    expect(ann.callFromSidebar('failInService')).toEqual({
      kind: 'failure',
      message: 'Exception: Invalid argument: key',
    });
    dispose();
  });

  test(`[H9 doc] the eleventh call of a page waits for one of the ten (${GUIDE})`, async () => {
    const { emulator, book, dispose } = scriptWorld(SCRIPT);
    const start = emulator.clock.now();
    const call = { book, user: 'ann@a.example', kind: 'sidebar', name: 'slow' } as const;
    const records = await emulator.interleave(
      Array.from({ length: 11 }, () => call),
      { seed: 11 },
    );
    const ends = records.map(({ outcome }) =>
      outcome.kind === 'returned' ? Number(outcome.value) - start : -1,
    );
    expect(ends.sort((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 1_000), 2_000]);
    dispose();
  });
});

describe('Menus and windows', () => {
  const PAGE = { pages: { Page: '<p>Hello</p>' } };
  const CONTAINER_UI = 'https://www.googleapis.com/auth/script.container.ui';

  test('a menu item opens the built page', () => {
    const { emulator, ann, book, dispose } = scriptWorld(SCRIPT, PAGE);
    expect(ann.open()).toEqual([
      {
        caption: null,
        items: [
          { kind: 'item', caption: 'Open sidebar', functionName: 'openSidebar' },
          { kind: 'separator' },
          { kind: 'item', caption: 'Tell', functionName: 'tell' },
        ],
      },
    ]);
    ann.clickMenu('Open sidebar');
    expect(emulator.world.ui.windows).toEqual([
      { kind: 'sidebar', html: '<p>Hello</p>', title: 'Title', user: 'ann@a.example', bookId: book.id },
    ]);
    dispose();
  });

  test('[H10 rec] without script.container.ui the sidebar is refused; menu and alert work (scope test)', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT, {
      ...PAGE,
      manifest: { oauthScopes: ['https://www.googleapis.com/auth/spreadsheets.currentonly'] },
    });
    emulator.switches.dialogAnswer = { button: 'YES', text: '' };
    ann.open();
    expect(ann.clickMenu('Open sidebar').outcome).toEqual({
      kind: 'threw',
      name: 'Exception',
      message: `Specified permissions are not sufficient to call Ui.showSidebar. Required permissions: ${CONTAINER_UI}`,
    });
    expect(ann.clickMenu('Tell').outcome).toEqual({ kind: 'returned', value: 'YES' });
    dispose();
  });

  test.each(['NONE', 'LIMITED'] as const)(
    '[H11 doc] in mode %s no sidebar can be shown (Editor authorization)',
    (mode) => {
      const { emulator, ann, dispose } = scriptWorld(SCRIPT, { ...PAGE, switches: { onOpenMode: mode } });
      expect(ann.open()).toHaveLength(1);
      expect(emulator.logs).toEqual([`${mode}: You do not have permission to call Ui.showSidebar`]);
      dispose();
    },
  );

  test('viewers get no onOpen', () => {
    const { emulator, dispose } = scriptWorld(SCRIPT);
    const book = emulator.createSpreadsheet({
      owner: 'ann@a.example',
      zone: 'Etc/UTC',
      viewers: ['eve@e.example'],
    });
    expect(book.as('eve@e.example').open()).toEqual([]);
    expect(emulator.executions).toHaveLength(0);
    dispose();
  });

  test('[H12 rec2] a missing file throws (gas-fakes suite)', () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('openMissing')).toEqual({
      kind: 'failure',
      message: 'Exception: No HTML file named Missing was found.',
    });
    dispose();
  });
});

describeFacts('HtmlService', [
  {
    no: 'H12',
    mark: 'rec2',
    source: 'gas-fakes suite',
    title: 'a title is empty at first, setters chain',
    observe: `var page = HtmlService.createHtmlOutput('<b>');
      return [page.getTitle(), page.setTitle('T').setWidth(300).append('x').getContent(), page.getTitle(), page.getWidth()];`,
    expected: ['', '<b>x', 'T', 300],
  },
  {
    no: 'H12',
    mark: 'rec2',
    source: 'gas-fakes suite',
    title: 'appendUntrusted and printing scriptlets escape',
    observe: `var page = HtmlService.createTemplate('<? for (var i = 0; i < 2; i++) { ?><p><?= text ?></p><? } ?><?!= text ?>');
      page.text = '<b>';
      return [HtmlService.createHtmlOutput('').appendUntrusted('<a & "b">').getContent(), page.evaluate().getContent()];`,
    expected: ['&lt;a &amp; &#34;b&#34;&gt;', '<p>&lt;b&gt;</p><p>&lt;b&gt;</p><b>'],
  },
]);
