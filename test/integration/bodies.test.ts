import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { answerText } from '../support/answer-text';
import { Stage } from '../support/scene';
import { sentenceOf } from '../support/sentences';
import { RECORD } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';

/* Answers that are refused whole. The sheet stays as it was. */

const stage = new Stage();

const EMPLOYER = 20_417;
const GOOD = JSON.stringify(RECORD);

function body(text: string): ScenarioRule {
  return { name: 'body', text };
}

function answer(changes: Readonly<Record<string, string>>, records = [GOOD]): ScenarioRule {
  return body(answerText(EMPLOYER, records, changes));
}

function requestEcho(changes: Readonly<Record<string, unknown>>): ScenarioRule {
  const request = { employer_id: EMPLOYER, from_date: '{from}', to_date: '{to}', ...changes };
  return answer({ request: JSON.stringify(request) });
}

const REFUSED: readonly (readonly [title: string, rule: ScenarioRule])[] = [
  ['gzip within gzip', { name: 'gzip', fault: 'double' }],
  ['a sign-in page with 200', { name: 'html' }],
  ['UTF-16, little end first', { name: 'encoding', encoding: 'utf-16le' }],
  ['UTF-16, big end first', { name: 'encoding', encoding: 'utf-16be', charset: 'utf-16' }],
  ['a document without its last byte', { name: 'truncated', bytes: -1 }],
  ['a document without its last 1,000 bytes', { name: 'truncated', bytes: -1000 }],
  ['only the first byte', { name: 'truncated', bytes: 1 }],
  ['two documents', { name: 'text', suffix: '{}' }],
  ['text before the document', { name: 'text', prefix: ")]}'\n" }],
  ['a trailing comma', body(answerText(EMPLOYER, [`${GOOD},`]))],
  ['NaN', body(answerText(EMPLOYER, [GOOD.replace(':48,', ':NaN,')]))],
  ['Infinity', body(answerText(EMPLOYER, [GOOD.replace(':48,', ':Infinity,')]))],
  ['a comment', { name: 'text', prefix: '/* report */' }],
  ['single quotes', body("{'report':{'shifts':[]}}")],
  ['lists 100,000 deep', body('['.repeat(100_000) + ']'.repeat(100_000))],
  ['objects 100,000 deep', body(`${'{"report":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  ['nothing', body('')],
  ['a blank', body(' ')],
  ['null', body('null')],
  ['true', body('true')],
  ['a number', body('5')],
  ['a text', body('"report"')],
  ['an empty list', body('[]')],
  ['the records alone', body(`[${GOOD}]`)],
  ['an empty object', body('{}')],
  ['no report', answer({ report: '' })],
  ['a report that is null', answer({ report: 'null' })],
  ['a report that is a list', answer({ report: `[${GOOD}]` })],
  ['a report that is a text', answer({ report: '"shifts"' })],
  ['no shifts', answer({ report: '{}' })],
  ['shifts that are null', answer({ report: '{"shifts":null}' })],
  ['shifts that are an object', answer({ report: `{"shifts":{"0":${GOOD}}}` })],
  ['shifts that are a text', answer({ report: '{"shifts":"[]"}' })],
  ['shifts in a prototype', answer({ report: '{"__proto__":{"shifts":[]}}' })],
  ['a report in a prototype', body('{"__proto__":{"report":{"shifts":[]}}}')],
  ['SHIFTS in capital letters', answer({ report: `{"SHIFTS":[${GOOD}]}` })],
  ['records of which none is a record', answer({}, ['null', '5', '[]', '"x"'])],
  ['records without one documented field', answer({}, [GOOD.toLowerCase(), '{}', '{"SHIFT":1}'])],
  ['records of another day alone', answer({}, [GOOD.replace('2026-03-02', '2026-04-03')])],
  ['records without a day alone', answer({}, [GOOD.replace('"2026-03-02"', 'null')])],
  ['records of no real day alone', answer({}, [GOOD.replace('2026-03-02', '2026-02-30')])],
  ['a request that is a text', answer({ request: '"same"' })],
  ['another first day', requestEcho({ from_date: '2026-02-27' })],
  ['another last day', requestEcho({ to_date: '2026-03-13' })],
  ['days that are inverted', requestEcho({ from_date: '{to}', to_date: '{from}' })],
  ['a first day with a time', requestEcho({ from_date: '{from}T00:00:00Z' })],
  ['two employers that differ', requestEcho({ employer_id: 20_533 })],
];

describe('an answer that is not the documented report', () => {
  let opened: SurfaceScene;
  beforeAll(async () => {
    opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
  });

  test.each(REFUSED)('%s is refused, and the table stays', async (_title, rule) => {
    const { server, emulator } = opened.scene;
    const table = opened.contents();
    await server.clearScenarios();
    await server.setScenario('report', rule);
    // Past what is remembered of the case before.
    emulator.clock.advance(61_000);

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf('invalid_response', 200));
    expect(run.reports).toBe(1);
    expect(opened.contents()).toEqual(table);
    expect(opened.scene.book.cell('Shift Reports status!B2').value).toBe('FAILED');
  });

  test.each<[string, ScenarioRule]>([
    ['a content length that is too short', { name: 'content-length', difference: -50 }],
    ['a content length that is too long', { name: 'content-length', difference: 50 }],
    ['a reset in mid body', { name: 'reset', afterBytes: 200 }],
    ['gzip that is cut off', { name: 'gzip', fault: 'cut off' }],
    ['gzip that is none', { name: 'gzip', fault: 'not gzip' }],
  ])('%s counts as no answer', async (_title, rule) => {
    // Real time: the rest of a body that is too short never comes.
    const unanswered = await SurfaceScene.open(stage, 'sidebar', 'kept', { realTimeoutMillis: 400 });
    const table = unanswered.contents();
    await unanswered.scene.server.setScenario('report', rule);

    const run = unanswered.run();

    expect(run.message).toMatch(sentenceOf('unreachable', null));
    expect(unanswered.contents()).toEqual(table);
  });

  test('the answer for a numeric employer must name that employer', async () => {
    const { scene } = opened;
    await scene.server.clearScenarios();
    scene.emulator.clock.advance(61_000);
    scene.connect({ employer: String(EMPLOYER) });
    await scene.server.setScenario('report', {
      name: 'echo',
      employerId: 20_533,
      metadataEmployerId: 20_533,
      times: 1,
    });

    const refused = opened.run();
    scene.emulator.clock.advance(61_000);
    const accepted = opened.run();

    expect(refused.message).toMatch(sentenceOf('invalid_response', 200));
    expect(accepted.message).toBe('');
  });
});
