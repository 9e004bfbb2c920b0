import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { sampleAlert } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';
import { done, IN_USE, sceneOf } from './support/sidebar-scenes';

/* Text of the service and of colleagues, in every place that shows text: it stays text. */

const MARK = 'window.hacked=1';
const PAYLOADS: readonly string[] = [
  `</script><script>${MARK}</script>`,
  `"><img src=x onerror=${MARK}>`,
  `'><svg onload=${MARK}>`,
  `<svg><animate onbegin=${MARK} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.${MARK}</script>"></iframe>`,
  `<object data="javascript:${MARK}"></object>`,
  `<a href="javascript:${MARK}">click</a>`,
  `<form action="javascript:${MARK}"><input type=submit autofocus onfocus=${MARK}></form>`,
  `</textarea></option></select></style></title><img src=x onerror=${MARK}>`,
  `<details open ontoggle=${MARK}>x</details>`,
  `<video><source onerror=${MARK}></video>`,
  `<math><mtext><style><img src=x onerror=${MARK}></style></mtext></math>`,
  `<template><img src=x onerror=${MARK}></template>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<style>*{background:url(https://evil.example/)}</style>`,
  `<!--><img src=x onerror=${MARK}>--><![CDATA[<img src=x onerror=${MARK}>]]>`,
  `&lt;img src=x onerror=${MARK}&gt; &#60;img src=x onerror=${MARK}&#62; \\x3cimg src=x onerror=${MARK}\\x3e`,
  `{{constructor.constructor('${MARK}')()}} \${${MARK}} <?= ${MARK} ?>`,
  `=HYPERLINK("javascript:${MARK}","x")`,
  `\u202e<img src=x onerror=${MARK}> \u0000<img src=x onerror=${MARK}>`,
  '__proto__<b>bold</b>',
];
const TEXTS = Array.from({ length: Math.ceil(PAYLOADS.length / 5) }, (_, at) =>
  PAYLOADS.slice(5 * at, 5 * at + 5).join(' '),
);

/** Values that are words of the contract, not text, and what identifies rows to the page. */
const KEPT = new Set([
  'id',
  'kind',
  'report',
  'mode',
  'outcome',
  'by',
  'every',
  'state',
  'template',
  'region',
  'audience',
  'strictness',
  'measure',
  'scope',
  'installation',
]);

/** The same with every text replaced. */
function fill<Value>(value: Value, text: string): Value {
  const replace = (one: unknown, key: string): unknown => {
    if (typeof one === 'string') return KEPT.has(key) ? one : text;
    if (Array.isArray(one)) return one.map((item) => replace(item, ''));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, replace(item, name)]));
  };
  return replace(value, '') as Value;
}

const answerOf = (scene: string, endpoint: string): SidebarOutcome => {
  const answers = sceneOf(scene).answers as Record<string, SidebarOutcome> | undefined;
  const answer = answers?.[endpoint];
  if (answer === undefined) throw new Error(`The scene ${scene} has no answer of ${endpoint}.`);
  return answer;
};

const FIRST = done({
  ...IN_USE,
  reports: IN_USE.reports.map((report) => ({
    ...report,
    report: 'shift_fulfilment_aggregated' as const,
    venue: 'x',
    area: 'x',
    role: 'x',
    columns: 'x',
    confirmation: { sentence: 'x', isKept: false },
    progress: 'x',
    canUndo: true,
  })),
  schedule: { ...IN_USE.schedule, isOwn: false, late: 'x', mailProblem: 'x' },
  alerts: [sampleAlert({ to: 'x', state: 'open' })],
  running: { by: 'menu', since: 'x' },
});

let sidebar: ScriptedSidebar;
const asked: string[] = [];
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(IN_USE));
  sidebar.page.on('request', (request) => asked.push(request.url()));
});
afterAll(() => sidebar.close());

const press = (name: string) => sidebar.press(name);

/** Shows a text in every place. @returns How often each element stands on the page. */
async function showEverywhere(text: string): Promise<Readonly<Record<string, number>>> {
  const first = { ...fill(FIRST, text), names: { venue: [text], area: [text], role: [text] } };
  await sidebar.show(first);
  const answers: Readonly<Record<string, SidebarOutcome>> = {
    checkConnection: fill(answerOf('checked-failed', 'checkConnection'), text),
    explainCell: fill(answerOf('explained', 'explainCell'), text),
    previewReport: fill(answerOf('preview', 'previewReport'), text),
    refreshAll: fill(answerOf('failed', 'refreshReport'), text),
  };
  sidebar.answer = (name) => answers[name] ?? first;
  for (const name of ['Dashboards', 'Check connection', 'Explain this cell', 'Add alert']) await press(name);
  await press('Add report');
  for (const label of ['Venue', 'Sheet']) {
    await sidebar.field(label).first().fill('x');
  }
  const area = sidebar.page.getByLabel('Area', { exact: true }).first();
  // As the browser does for a name that is picked from the list.
  await area.evaluate((input: unknown) => {
    const control = input as {
      value: string;
      list: { options: { value: string }[] };
      dispatchEvent(event: unknown): void;
    };
    control.value = control.list.options[0]?.value ?? '';
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Preview');
  await sidebar.page.getByRole('heading', { name: 'Preview', exact: true }).waitFor();
  // Where a form is open, `Refresh all` is not on the page.
  await sidebar.page
    .getByRole('form', { name: 'New report' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await press('Refresh all');
  await press('Copy details');
  await sidebar.page.getByLabel('Copy this text yourself').first().waitFor();
  return sidebar.page.evaluate<Record<string, number>>(`
    [...document.querySelectorAll('*')].reduce((counts, { localName }) => {
      counts[localName] = (counts[localName] || 0) + 1;
      return counts;
    }, {})`);
}

describe('hostile text', () => {
  let harmless: Readonly<Record<string, number>>;
  beforeAll(async () => {
    harmless = await showEverywhere('harmless');
    asked.length = 0;
  });

  // Several in a text: whatever one of them makes of the rest is an element, a request or a mark, too.
  test.each(TEXTS.map((text) => [text]))('creates no element: %s', async (text) => {
    expect(await showEverywhere(text)).toEqual(harmless);
    expect(await sidebar.page.evaluate('window.hacked')).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
