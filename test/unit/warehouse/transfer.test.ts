import { beforeEach, describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../src/employer-api/shift-records';
import type { FollowedRefresh } from '../../../src/reports/refresh/refresh-phases';
import { newReport } from '../../../src/reports/saved/saved-report';
import type { OwedDays } from '../../../src/warehouse/owed-days';
import { dailyReport } from '../../support/daily-report';
import { CONNECTION, RANGE, ROW, reportBody, SETTLING_RECORDS } from '../../support/sample-report';
import { answer, type StubReport } from '../../support/stub-transport';
import { FORM, jobIn, WarehouseScene } from './warehouse-scene';

const NAME = 'UK 1042';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const slot = (index: number) => `edition.warehouse.owed.${index}`;
const SENT = 'edition.warehouse.sent.r-1';
const HISTORY = 'edition.warehouse.history';

let scene: WarehouseScene;
beforeEach(() => open());

function open(reports: readonly StubReport[] = [answer(200, reportBody(SETTLING_RECORDS))]): void {
  scene = new WarehouseScene([], reports);
  scene.warehouse.save(FORM);
}

const now = () => scene.fetching.clock.now();
const stored = (name: string) => JSON.parse(scene.document.readAll()[name] || 'null');
/** The line of the warehouse on the status sheet. */
const line = () => stored('lines').find(({ name }: { readonly name: string }) => name === 'Warehouse');
/** How often each thing was asked of BigQuery. */
const count = (part: string) => scene.transport.asked.filter(({ target }) => target.includes(part)).length;

/** A refresh of the report, with these rows of `RANGE`. */
function refresh(changes: Partial<FollowedRefresh> = {}, rows: readonly ShiftRow[] = [ROW]): FollowedRefresh {
  const report = {
    range: RANGE,
    fields: SHIFT_FULFILMENT_FIELDS,
    rows,
    generatedAt: null,
    employer: 1042,
    fetchedAt: now(),
    issueCount: 0,
    emptyCount: 0,
    undated: 0,
    roundDays: [],
    issues: [],
    correlationId: 'c-1',
    zone: null,
  };
  return {
    saved: { ...newReport('r-1', 1), sheet: 'Shifts' },
    report,
    range: RANGE,
    zone: 'Europe/London',
    today: RANGE.to,
    region: 'UK',
    weekStart: 1,
    keptDefinitions: undefined,
    seenNames: () => undefined,
    fingerprint: CONNECTION.fingerprint,
    isSample: false,
    by: 'sidebar',
    properties: scene.document.readAll(),
    ...changes,
  };
}

/** The refresh is stored, with the days that it owes, and followed. @returns What a person hears of the warehouse. */
function refreshAndSend(one = refresh()): readonly string[] {
  const { transfer } = scene.execution();
  scene.document.write(transfer.inspect(one).changes);
  return transfer.follow({ ...one, properties: scene.document.readAll() });
}

/** Days that an earlier run owes. */
function owe(index: number, changes: Partial<OwedDays> = {}): OwedDays {
  const owed: OwedDays = {
    version: 1,
    id: `o-${index}`,
    report: 'r-1',
    connection: NAME,
    fingerprint: CONNECTION.fingerprint,
    ...RANGE,
    at: now() - HOUR,
    until: 0,
    misses: 0,
    load: null,
    ...changes,
  };
  scene.document.write({ [owed.history ? HISTORY : slot(index)]: JSON.stringify(owed) });
  return owed;
}
const loadOf = (changes = {}) => ({
  job: 'job_1',
  stage: 'stage_1',
  connection: NAME,
  ...RANGE,
  at: now() - HOUR,
  since: now() - HOUR,
  rows: 7,
  ...changes,
});

/** Sends what earlier runs owe, while a person waits. @returns The sentences. */
function catchUp(): string {
  const { transfer } = scene.execution();
  const { notes } = transfer.catchUp({ properties: scene.document.readAll(), zone: 'Europe/London' });
  return transfer.words(notes);
}

describe('a refresh', () => {
  test('sends its rows, and the next one of the same rows asks nothing', () => {
    expect(refreshAndSend()).toEqual([]);
    expect(line()).toMatchObject({ state: 'OK', message: 'Sent 1 shift of 2026-03-01 to 2026-03-07.' });
    const asked = scene.transport.asked.length;
    expect(refreshAndSend()).toEqual([]);
    expect(scene.transport.asked).toHaveLength(asked);
  });

  test('without a saved warehouse owes nothing and asks nothing', () => {
    scene.warehouse.remove();
    const before = scene.document.readAll();
    expect(refreshAndSend()).toEqual([]);
    expect(scene.execution('trigger').transfer.endRun()).toBeUndefined();
    expect(scene.transport.asked).toEqual([]);
    expect(Object.keys(scene.document.readAll()).filter((name) => name.includes('owed'))).toEqual([]);
    expect(scene.document.readAll().lines).toBe(before.lines);
  });

  test('that is undone says that the warehouse keeps its rows, if they go there', () => {
    const { transfer } = scene.execution();
    const properties = scene.document.readAll();
    expect(transfer.afterUndo('r-1', properties)).toEqual(['The warehouse keeps the rows of the refresh.']);
    expect(transfer.afterUndo('r-2', properties)).toEqual([]);
  });

  test('says how many shifts have no day and cannot be sent', () => {
    const undated = [null, ...ROW.slice(1)];
    refreshAndSend(refresh({}, [ROW, undated]));
    expect(line().message).toBe(
      'Sent 1 shift of 2026-03-01 to 2026-03-07. 1 shift without SHIFT_DATE not sent.',
    );
  });

  test('of days that another run may be sending is sent again by the next one, in case older rows came last', () => {
    owe(0, { until: now() + 60_000 });
    refreshAndSend();
    expect(stored(SENT)).toMatchObject({ connection: NAME, hash: '' });
    const loads = count('/upload/bigquery');
    refreshAndSend();
    expect(count('/upload/bigquery')).toBe(loads + 1);
  });

  test('after another one of the same execution counts as sent: both are sent in their order', () => {
    const { transfer } = scene.execution('trigger');
    const settings = { ...stored('edition.warehouse'), reports: ['r-1', 'r-2'] };
    scene.document.write({ 'edition.warehouse': JSON.stringify(settings) });
    for (const id of ['r-1', 'r-2']) {
      const one = refresh({ saved: { ...newReport(id, 1), sheet: id }, by: 'schedule' });
      scene.document.write(transfer.inspect(one).changes);
      transfer.follow({ ...one, properties: scene.document.readAll() });
    }
    expect(scene.transport.asked).toEqual([]);
    expect(transfer.endRun()).toBeDefined();
    expect(stored('edition.warehouse.sent.r-2')).toMatchObject({ hash: expect.stringMatching(/./) });
    expect(count('/upload/bigquery')).toBe(2);
  });
});

describe('a run without time', () => {
  /** More than one load holds on the first day alone, and one shift on the last: two loads. */
  const two = () => {
    const onDay = (day: number): ShiftRow => SHIFT_FULFILMENT_FIELDS.map((_, at) => (at === 0 ? day : null));
    return refresh({}, [...Array.from({ length: 50_001 }, () => onDay(RANGE.from)), onDay(RANGE.to)]);
  };
  /** The first load takes a minute. */
  const slowly = () => {
    scene.transport.instead = ({ target }) => {
      if (target.endsWith('/queries')) scene.fetching.clock.advance(60);
      return undefined;
    };
  };

  test('for the second of two loads leaves its days to the next run', () => {
    slowly();
    refreshAndSend(two());
    expect(count('/upload/bigquery')).toBe(1);
    expect(stored(slot(0))).toMatchObject({ from: RANGE.from + 1, to: RANGE.to, until: 0, load: null });
    expect(line().message).toContain('6 days still to be sent');
    expect(stored(SENT)).toBeNull();
  });

  test('leaves all days where the place also holds those of another refresh, whose rows are not here', () => {
    for (let index = 0; index < 16; index += 1)
      owe(index, { from: RANGE.from - 9, to: RANGE.from - 8, until: now() + HOUR, load: loadOf() });
    slowly();
    refreshAndSend(two());
    expect(stored(slot(15))).toMatchObject({ from: RANGE.from - 9, to: RANGE.to, until: 0 });
  });

  test('for what earlier runs owe leaves it as it is', () => {
    const owed = owe(0);
    const { transfer } = scene.execution();
    scene.fetching.clock.advance(50);
    transfer.catchUp({ properties: scene.document.readAll(), zone: 'Europe/London' });
    expect(scene.transport.asked).toEqual([]);
    expect(stored(slot(0))).toEqual(owed);
  });
});

describe('a refresh while all places are taken', () => {
  test('sends its rows, and leaves the days of the other one to the next run', () => {
    for (let index = 0; index < 16; index += 1)
      owe(index, { from: RANGE.from - 9, to: RANGE.from - 8, until: now() + HOUR, load: loadOf() });
    expect(refreshAndSend()).toEqual([]);
    expect(count('/upload/bigquery')).toBe(1);
    expect(stored(slot(15))).toMatchObject({ from: RANGE.from - 9, to: RANGE.to, until: 0, misses: 0 });
    expect(line().state).toBe('OK');
  });
});

describe('what an earlier run owes', () => {
  test('is fetched again and sent', () => {
    owe(0);
    expect(catchUp()).toBe('Sent 23 shifts of 2026-03-01 to 2026-03-07.');
    expect(scene.document.readAll()[slot(0)]).toBe('');
    expect(scene.fetching.transport.reportRequests).toHaveLength(1);
  });

  test('is dropped without a request if a later refresh has sent all of it', () => {
    owe(0);
    const sent = { connection: NAME, ...RANGE, at: now(), hash: 'h' };
    scene.document.write({ 'edition.warehouse.sent.r-2': JSON.stringify(sent) });
    catchUp();
    expect(scene.document.readAll()[slot(0)]).toBe('');
    expect(scene.transport.asked).toEqual([]);
    expect(scene.fetching.transport.reportRequests).toEqual([]);
  });

  test('is left to another run that took it meanwhile', () => {
    owe(0);
    const others = { until: now() + HOUR, id: 'other' };
    scene.transport.instead = ({ target }) => {
      if (target.endsWith('/queries')) owe(0, others);
      return undefined;
    };
    catchUp();
    expect(stored(slot(0))).toMatchObject(others);
  });

  test('is not tried further if BigQuery refuses what all transfers need', () => {
    owe(0, { at: 1 });
    owe(1, { at: 2, from: RANGE.from - 7, to: RANGE.from - 1 });
    scene.transport.instead = ({ target }) => (target.startsWith('/upload') ? { status: 401 } : undefined);
    expect(catchUp()).toContain('BigQuery did not accept the sign-in');
    expect(count('/upload/bigquery')).toBe(1);
    expect([stored(slot(0)).misses, stored(slot(1)).misses]).toEqual([1, 0]);
  });

  test('of a connection that is gone is given up, and how to send it is said', () => {
    owe(0, { connection: 'UK 9' });
    expect(catchUp()).toBe(
      'Connect UK 9 again and send history: the connection has changed, so 2026-03-01 to 2026-03-07 were not sent.',
    );
    expect(scene.document.readAll()[slot(0)]).toBe('');
    expect(scene.transport.asked).toEqual([]);
  });

  test('of a history of another connection is given up too', () => {
    const asked = { ...RANGE, days: 7 };
    owe(0, { report: '', connection: '', fingerprint: 'former', at: 0, history: asked });
    expect(catchUp()).toBe(
      'Send history again: the connection has changed, so 2026-03-01 to 2026-03-07 were not sent.',
    );
    expect(stored(HISTORY)).toMatchObject({ from: RANGE.from, to: RANGE.from - 1 });
  });

  test('waits for the next run if the service does not answer, after three failures for a day', () => {
    open([undefined]);
    owe(0, { misses: 1 });
    const began = now();
    expect(catchUp()).toMatch(/the service/i);
    expect(stored(slot(0))).toMatchObject({ misses: 2, until: 0, ...RANGE });
    owe(0, { misses: 2 });
    catchUp();
    expect(stored(slot(0)).misses).toBe(3);
    expect(stored(slot(0)).until).toBeGreaterThanOrEqual(began + DAY);
    expect(line().state).toBe('FAILED');
  });
});

describe('a load of an earlier run', () => {
  const FAILED = jobIn({ state: 'DONE', errorResult: { reason: 'backendError', message: 'Table acme' } });
  const failing = () => {
    scene.transport.instead = ({ target }) => (target.includes('/jobs/job_1?') ? FAILED : undefined);
  };

  test('that failed is replaced in the same run: its days are fetched and sent again', () => {
    owe(0, { load: loadOf() });
    failing();
    expect(catchUp()).toBe('Sent 23 shifts of 2026-03-01 to 2026-03-07.');
    expect(scene.document.readAll()[slot(0)]).toBe('');
    expect(count('/upload/bigquery')).toBe(1);
  });

  test('that failed as two before it did waits for a day', () => {
    owe(0, { load: loadOf(), misses: 2 });
    failing();
    expect(catchUp()).toContain('BigQuery had an internal error');
    expect(stored(slot(0))).toMatchObject({ misses: 3, load: null });
    expect(stored(slot(0)).until).toBeGreaterThanOrEqual(now() + DAY - 60_000);
    expect(count('/upload/bigquery')).toBe(0);
  });

  test('of rows that are older than those of a refresh is forgotten: its days are fetched again', () => {
    owe(0, { load: loadOf(), until: now() + HOUR });
    refreshAndSend();
    expect(stored(slot(0))).toMatchObject({ load: null, ...RANGE });
  });

  test('that runs for more than an hour is said to be stuck', () => {
    owe(0, { load: loadOf({ since: now() - HOUR - 1 }) });
    scene.transport.instead = ({ target }) =>
      target.includes('/jobs/job_1?') ? jobIn({ state: 'RUNNING' }) : undefined;
    expect(catchUp()).toContain(
      'Look at the job history of BigQuery: it has been loading 2026-03-01 to 2026-03-07 since 2026-03-10 10:59.',
    );
    expect(line().state).toBe('UNFINISHED');
  });
});

describe('history', () => {
  /* One shift a day. Today is 2026-03-10. */
  const send = (since: string) => scene.execution().warehouse.sendHistory({ since });
  beforeEach(() => open([(request) => dailyReport(request)]));

  test.each([
    ['a day that no calendar has', '2025-02-30', 'Choose the first day.'],
    ['tomorrow', '2026-03-11', 'Enter a first day that is over.'],
  ])('from %s is refused, and nothing is asked', (_, since, sentence) => {
    expect(() => send(since)).toThrow(sentence);
    expect(stored(HISTORY)).toBeNull();
    expect(scene.transport.asked).toEqual([]);
  });

  test('goes back to its first day, the newest days first', () => {
    expect(send('2026-02-20')).toMatchObject({ message: 'All days since 2026-02-20 are sent.', more: false });
    const days = scene.transport.asked.flatMap(({ json }) => {
      const { queryParameters = [] } = (json ?? {}) as {
        queryParameters?: { parameterValue: { value: string } }[];
      };
      return queryParameters.length === 0
        ? []
        : [queryParameters.slice(1, 3).map((one) => one.parameterValue.value)];
    });
    // Seven days at first; then as many as one load holds, within one month.
    expect(days).toEqual([
      ['2026-03-04', '2026-03-10'],
      ['2026-03-01', '2026-03-03'],
      ['2026-02-20', '2026-02-28'],
    ]);
  });

  test('goes on where it stopped, and begins again for another first day', () => {
    scene.transport.instead = ({ target }) => {
      if (target.endsWith('/queries')) scene.fetching.clock.advance(60);
      return undefined;
    };
    expect(send('2026-03-01')).toMatchObject({
      message: 'Sent back to 2026-03-04; 3 days left.',
      more: true,
    });
    expect(send('2026-03-01')).toMatchObject({ message: 'All days since 2026-03-01 are sent.', more: false });
    expect(count('/upload/bigquery')).toBe(2);
    expect(send('2026-03-02')).toMatchObject({
      message: 'Sent back to 2026-03-04; 2 days left.',
      more: true,
    });
  });

  test('says from when on it goes on, while BigQuery or the service wants to be left alone', () => {
    scene.warehouse.sendHistory({ since: '2026-03-10' });
    owe(0, {
      ...{ report: '', connection: '', at: 0 },
      until: now() + HOUR,
      history: { ...RANGE, days: 7 },
    });
    expect(send('2026-03-01')).toMatchObject({
      message: '7 days to send. It continues after 2026-03-10 13:00.',
      more: false,
    });
  });

  test('that another person stops meanwhile ends, and says so', () => {
    scene.transport.instead = ({ target }) => {
      if (target.endsWith('/queries')) scene.document.write({ [HISTORY]: '' });
      return undefined;
    };
    expect(send('2026-03-01')).toMatchObject({
      message: 'Stopped: days that were sent stay in the warehouse.',
      more: false,
    });
    expect(stored(HISTORY)).toBeNull();
  });

  test('that fails says why, and is kept for the next run', () => {
    scene.transport.instead = ({ target }) => (target.startsWith('/upload') ? { status: 401 } : undefined);
    expect(() => send('2026-03-01')).toThrow('BigQuery did not accept the sign-in');
    expect(stored(HISTORY)).toMatchObject({ misses: 1 });
  });
});
