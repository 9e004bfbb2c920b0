import { describe, expect, test } from '@jest/globals';
import { BigQuery } from '../../../src/warehouse/big-query';
import { DaysSender } from '../../../src/warehouse/days-sender';
import type { Load } from '../../../src/warehouse/owed-days';
import { nodeDigest } from '../../support/node-text';
import { StubClock } from '../../support/stub-clock';
import { FORM, jobIn, nodeGzip, SCRIPT_DONE, ScriptedBigQuery } from './warehouse-scene';

const FRAME = {
  connection: 'UK 1042',
  employer: 1042,
  generatedAt: null,
  refreshedAt: '2026-03-10T12:00:00.000Z',
};
/** 2026-03-01 to 2026-03-07. */
const RANGE = { from: 46_082, to: 46_088 };
const HOUR = 3_600_000;

function scene(answers: ScriptedBigQuery['answers']) {
  const transport = new ScriptedBigQuery(answers);
  const clock = new StubClock();
  const bigQuery = new BigQuery({ transport, clock }, FORM);
  const sender = new DaysSender({ bigQuery, place: FORM, clock, digest: nodeDigest, gzip: nodeGzip });
  const load: Load = {
    job: 'job_1',
    stage: 'stage_1',
    connection: 'UK 1042',
    ...RANGE,
    at: clock.now(),
    since: clock.now(),
    rows: 7,
  };
  return { sender, load, clock, transport, until: clock.now() + 60_000 };
}
const targets = ({ asked }: ScriptedBigQuery) =>
  asked.map(({ target }) => target.replace(/^.*\/projects\/[^/]+/, ''));

describe('days without records', () => {
  test('replace those of the warehouse from an empty stage table, without a load', () => {
    const { sender, transport, until } = scene([200, SCRIPT_DONE]);
    expect(sender.send({ range: RANGE, lines: [] }, FRAME, 0, until)).toEqual({ kind: 'sent', rows: 0 });
    expect(targets(transport)).toEqual(['/datasets/shift_reports/tables', '/queries']);
    expect(transport.asked[1]?.json).toMatchObject({
      queryParameters: expect.arrayContaining([
        expect.objectContaining({ name: 'first_day', parameterValue: { value: '2026-03-01' } }),
        expect.objectContaining({ name: 'last_day', parameterValue: { value: '2026-03-07' } }),
      ]),
    });
  });

  test('use the stage table of an earlier try', () => {
    const { sender, until } = scene([409, SCRIPT_DONE]);
    expect(sender.send({ range: RANGE, lines: [] }, FRAME, 0, until).kind).toBe('sent');
  });

  test('stay as they were if the stage table is refused: no statement runs', () => {
    const { sender, transport, until } = scene([403]);
    expect(sender.send({ range: RANGE, lines: [] }, FRAME, 0, until)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'denied' },
    });
    expect(transport.asked).toHaveLength(1);
  });
});

describe('a load of an earlier run', () => {
  test('that is done is merged, and its stage table says which statement that is', () => {
    const { sender, load, transport, until } = scene([jobIn({ state: 'DONE' }), SCRIPT_DONE]);
    expect(sender.goOn(load, until, false)).toEqual({ kind: 'sent', rows: 7 });
    expect(targets(transport)).toEqual(['/jobs/job_1?location=EU', '/queries']);
    expect(transport.asked[1]?.json).toMatchObject({ requestId: '1' });
  });

  test('that still runs is left to the next run after one look, and looked at again while a person waits', () => {
    const running = Array.from({ length: 9 }, () => jobIn({ state: 'RUNNING' }));
    const [scheduled, waiting] = [scene([...running]), scene([...running])];
    expect(scheduled.sender.goOn(scheduled.load, scheduled.until, false)).toEqual({
      kind: 'running',
      load: scheduled.load,
    });
    expect(scheduled.transport.asked).toHaveLength(1);
    expect(waiting.sender.goOn(waiting.load, waiting.until, true).kind).toBe('running');
    expect(waiting.transport.asked.length).toBeGreaterThan(1);
  });

  test('that failed says why', () => {
    const errorResult = { reason: 'accessDenied', message: 'Table acme:shifts' };
    const { sender, load, until } = scene([jobIn({ state: 'DONE', errorResult })]);
    expect(sender.goOn(load, until, false)).toMatchObject({ kind: 'failed', failure: { kind: 'denied' } });
  });

  test('that still runs after six hours is given up: its days are sent again', () => {
    const { sender, load, clock, until } = scene([jobIn({ state: 'RUNNING' }), jobIn({ state: 'RUNNING' })]);
    clock.advance(6 * 3600);
    expect(sender.goOn({ ...load, since: clock.now() - 6 * HOUR }, until, false).kind).toBe('running');
    expect(sender.goOn({ ...load, since: clock.now() - 6 * HOUR - 1 }, until, false)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'backend' },
    });
  });

  test('whose statement takes long is looked at by the job of that statement', () => {
    const first = scene([
      jobIn({ state: 'DONE' }),
      { text: JSON.stringify({ jobComplete: false, jobReference: { jobId: 'script_1' } }) },
      ...Array.from({ length: 20 }, () => jobIn({ state: 'RUNNING' })),
    ]);
    const left = first.sender.goOn(first.load, first.until, false);
    expect(left).toEqual({ kind: 'running', load: { ...first.load, script: 'script_1' } });
    const next = scene([jobIn({ state: 'DONE' })]);
    expect(next.sender.goOn({ ...next.load, script: 'script_1' }, next.until, false)).toEqual({
      kind: 'sent',
      rows: 7,
    });
    expect(targets(next.transport)).toEqual(['/jobs/script_1?location=EU']);
  });
});
