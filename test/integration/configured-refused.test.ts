import { expect, test } from '@jest/globals';
import { ASSUMED_REPORTS } from '../api-server/assumed-reports';
import { builtWith } from '../support/built-with';
import { sentenceIn } from '../support/formula-answers';
import { ANN, Stage } from '../support/scene';

/* Section 7: 404 means that an endpoint does not exist. Of a path that was given at build that is no word on access. */

const stage = new Stage();
const dist = builtWith({ reports: ASSUMED_REPORTS });

const WEEKS = ['2026-02-23', '2026-03-08'] as const;
const UNKNOWN =
  /^Have the path of this report checked by whoever built this add-on: the service does not know it\. \(HTTP 404, ref [0-9a-f-]{36}\)$/;

test('a path that the service does not know refuses that report, and no other', async () => {
  const scene = await stage.open({ dist });
  scene.connect();
  const turnover = () => sentenceIn(scene.book.as(ANN).runFormula('WORKER_TURNOVER', WEEKS));
  expect(scene.formula(...WEEKS).kind).toBe('values');
  await scene.server.clear();
  await scene.server.setScenario('report', { name: 'status', status: 404, times: 1 });

  expect(turnover()).toMatch(UNKNOWN);
  // Remembered for that request, with its sentence.
  expect(turnover()).toMatch(UNKNOWN);
  // What is kept is shown, and other days are asked for.
  expect(scene.formula(...WEEKS).kind).toBe('values');
  expect(scene.formula('2026-01-02', '2026-01-03').kind).toBe('values');
  expect((await scene.server.requests()).map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
    '/v1/reporting/me/assumed/worker_turnover',
    '/v1/reporting/me/reports/shift_fulfilment',
  ]);
});

test('of the documented report a 404 says that access is not enabled, and holds for all', async () => {
  const scene = await stage.open({ dist });
  scene.connect();
  await scene.server.setScenario('report', { name: 'status', status: 404, times: 1 });

  const sentence = /^Ask the operator of the service to enable API access/;
  expect(sentenceIn(scene.formula(...WEEKS))).toMatch(sentence);
  expect(sentenceIn(scene.book.as(ANN).runFormula('WORKER_TURNOVER', WEEKS))).toMatch(sentence);
});
