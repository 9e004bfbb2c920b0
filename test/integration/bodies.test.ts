import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { answerText } from '../support/answer-text';
import { Stage } from '../support/scene';
import { sentenceOf } from '../support/sentences';
import { RECORD, RECORD_CELLS, recordCells } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';

/* Bodies of answers, as they come over the wire: what is refused leaves the sheet as it was. Their members: test/unit/employer-api. */

const stage = new Stage();

const EMPLOYER = 20_417;
const GOOD = JSON.stringify(RECORD);
const withVenue = (text: string) => JSON.stringify({ ...RECORD, VENUE_NAME: text });
const body = (...records: string[]): ScenarioRule => ({ name: 'body', text: answerText(EMPLOYER, records) });

let opened: SurfaceScene;
beforeAll(async () => {
  opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
});
beforeEach(async () => {
  await opened.scene.server.clearScenarios();
  // Past what is remembered of the case before.
  opened.scene.emulator.clock.advance(61_000);
});

/** Refreshes with one answer. @returns The rows of the table and the odd values that the status sheet counts. */
async function refreshWith(rule: ScenarioRule) {
  const { server, book } = opened.scene;
  await server.setScenario('report', rule);
  const { message } = opened.run();
  const rows = book.values('Shifts!A2:R400').filter((row) => row.some((cell) => cell !== ''));
  const [, issues = '0'] = /(\d+) odd/.exec(String(book.cell('Shift Reports status!C2').value)) ?? [];
  return { message, rows, issues: Number(issues) };
}

test.each<[string, ScenarioRule]>([
  ['gzip within gzip', { name: 'gzip', fault: 'double' }],
  ['a sign-in page with 200', { name: 'html' }],
  ['UTF-16, little end first', { name: 'encoding', encoding: 'utf-16le' }],
  ['UTF-16, big end first', { name: 'encoding', encoding: 'utf-16be', charset: 'utf-16' }],
  ['a document without its last byte', { name: 'truncated', bytes: -1 }],
  ['only the first byte', { name: 'truncated', bytes: 1 }],
])('%s is refused, and the table stays', async (_title, rule) => {
  const table = opened.contents();
  await opened.scene.server.setScenario('report', rule);

  const run = opened.run();

  expect(run.message).toMatch(sentenceOf('invalid_response', 200));
  expect(run.reports).toBe(1);
  expect(opened.contents()).toEqual(table);
  expect(opened.scene.book.cell('Shift Reports status!B2').value).toBe('Failed');
});

test.each<[string, ScenarioRule]>([
  ['a content length that is too short', { name: 'content-length', difference: -50 }],
  ['a content length that is too long', { name: 'content-length', difference: 50 }],
  ['a reset in mid body', { name: 'reset', afterBytes: 200 }],
  ['gzip that is cut off', { name: 'gzip', fault: 'cut off' }],
  ['gzip that is none', { name: 'gzip', fault: 'not gzip' }],
])('%s counts as no answer', async (_title, rule) => {
  const unanswered = await SurfaceScene.open(stage, 'sidebar', 'kept');
  const table = unanswered.contents();
  await unanswered.scene.server.setScenario('report', rule);

  expect(unanswered.run().message).toMatch(sentenceOf('unreachable', null));
  expect(unanswered.contents()).toEqual(table);
});

const CAFE_IN_LATIN_1 = Buffer.from(answerText(EMPLOYER, [withVenue('Café')]), 'latin1').toString('base64');

test.each<[string, ScenarioRule, (string | number)[][], number]>([
  ['the documented one', body(GOOD), [[...RECORD_CELLS]], 0],
  [
    'a byte order mark',
    { name: 'body', text: `\ufeff${answerText(EMPLOYER, [GOOD])}` },
    [[...RECORD_CELLS]],
    0,
  ],
  ['no records, which is no failure', { name: 'empty' }, [], 0],
  ['half a surrogate pair', body(withVenue('\ud83c!')), [recordCells({ VENUE_NAME: '\ud83c!' })], 0],
  [
    'a letter of Latin-1',
    { name: 'body', base64: CAFE_IN_LATIN_1 },
    [recordCells({ VENUE_NAME: 'Caf\ufffd' })],
    1,
  ],
])('an answer with %s is accepted', async (_title, rule, rows, issues) => {
  expect(await refreshWith(rule)).toEqual({ message: '', rows, issues });
});

test('text longer than a cell holds is cut, marked and counted', async () => {
  const { rows, issues } = await refreshWith(body(withVenue('é'.repeat(60_000))));
  const text = String(rows[0]?.[1]);

  expect([issues, text.endsWith('é…'), text.length <= 50_000, text.length > 49_900]).toEqual([
    1,
    true,
    true,
    true,
  ]);
});

test('an odd value is an empty cell in a formula, too, and the sidebar says the first', async () => {
  const { server, emulator } = opened.scene;
  await server.setScenario('report', body(GOOD.replace(/("NO_SHOWS":)[^,]*/, '$1"1"')));
  emulator.clock.advance(16 * 60_000);
  const shown = opened.scene.formula('2026-03-02', '2026-03-02', 'columns', 'NO_SHOWS');
  const outcome = opened.scene.refresh(opened.reportId);

  expect(shown).toMatchObject({ values: [['NO_SHOWS'], ['']] });
  expect(outcome.kind === 'done' && outcome.message).toContain(
    '1 shift from 2 Mar 2026, 1 odd value (the first: record 1, NO_SHOWS is not of the documented type).',
  );
});
