import { describe, expect, test } from '@jest/globals';
import { oneValue, sentenceIn } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORDS } from '../support/two-weeks';

/* How fresh and healthy things are, asked from a cell. */

const stage = new Stage();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A spreadsheet whose one report was refreshed at 9:00 in London. */
async function refreshed(): Promise<Scene> {
  return (await open()).scene;
}

/** The same, with the time of the data that the service told. */
function open(): Promise<{ readonly scene: Scene; readonly generatedAt: string }> {
  return stage.again('refreshed', async () => {
    const scene = await stage.connected();
    await scene.serve(RECORDS);
    state(scene.ask('sidebarRefreshReport', scene.saveReport({ from: '2026-02-23', to: '2026-03-08' })));
    return { scene, generatedAt: await generated(scene) };
  });
}

/** What SHIFT_STAMP holds: milliseconds since 1970. */
const STAMP = Date.parse('2026-03-10T08:00:00Z');
const ask = (scene: Scene, ...args: (string | number)[]) => oneValue(scene.call('SHIFT_STATUS', ...args));
const words = (scene: Scene, ...asked: string[]) => asked.map((word) => ask(scene, word));

describe('before anything is set up', () => {
  test('the state says so, and the sentence says what to do', async () => {
    const scene = await stage.open();

    expect(words(scene, 'state', 'as of', 'rows', 'last error')).toEqual(['not set up', '', '', '']);
    expect(ask(scene, '', STAMP)).toBe('Not set up: connect in the sidebar (Extensions ▸ Shift Reports).');
    expect(ask(scene, '')).toBe(
      'Not set up: connect in the sidebar (Extensions ▸ Shift Reports). To follow refreshes, write =SHIFT_STATUS(SHIFT_STAMP).',
    );
    expect(scene.emulator.requests).toEqual([]);
  });

  test('a copy of a spreadsheet is not set up', async () => {
    const scene = await refreshed();
    const copy = scene.emulator.copySpreadsheet(scene.book, { owner: ANN });

    expect(copy.as(ANN).runFormula('SHIFT_STATUS', ['state'])).toEqual({
      kind: 'values',
      values: [['not set up']],
    });
  });
});

describe('connected, but never refreshed', () => {
  test('the state is never, and nothing is known', async () => {
    const scene = await stage.connected();
    scene.saveReport();

    expect(words(scene, 'state', 'as of')).toEqual(['never', '']);
    expect(ask(scene, STAMP)).toBe('Never refreshed.');
    // Google would show this for ever: nothing has the formula calculated again.
    expect(ask(scene, '')).toBe('Never refreshed. To follow refreshes, write =SHIFT_STATUS(SHIFT_STAMP).');
  });
});

describe('after a refresh', () => {
  test('every word has its answer, and none makes a request', async () => {
    const { scene, generatedAt } = await open();
    const before = scene.emulator.requests.length;
    scene.emulator.clock.advance(10 * MINUTE);

    expect(ask(scene, 'state')).toBe('ok');
    expect(ask(scene, 'as of')).toEqual(new Date(generatedAt));
    expect(Number(ask(scene, 'checked'))).toBeCloseTo(Date.parse('2026-03-10T09:00:00Z'), -4);
    expect(ask(scene, 'changed')).toEqual(ask(scene, 'checked'));
    expect(words(scene, 'last error', 'rows', 'window', 'next run', 'runs as', 'zone')).toEqual([
      '',
      42,
      '23 Feb–8 Mar 2026',
      '',
      '',
      'Europe/London',
    ]);
    // More people were needed at the pier than were posted: a surprise worth telling, not a mistake of ours.
    expect(ask(scene, 'checks')).toMatch(
      /^True demand is more than Posted in 14 of 42 \(SHIFT_ID \d+, \d+, \d+ …\)\.$/,
    );
    expect(ask(scene, 'basis worked %')).toBe('worked ÷ booked: 42 of 42 refreshed rows agree');
    expect(ask(scene, 'basis true fulfilment %')).toBe('worked ÷ true demand: 42 of 42 refreshed rows agree');
    expect(ask(scene, '')).toBe('OK: 1 report, 42 shifts, 23 Feb–8 Mar 2026, refreshed 10 Mar 2026, 09:00.');
    expect(scene.emulator.requests.length).toBe(before);
  });

  test('as of is a real date with its time: a conditional format can compare it with NOW()', async () => {
    const { scene, generatedAt } = await open();
    const millis = Date.parse(generatedAt);

    scene.book.as(ANN).enter('Sheet1!B2', '=SHIFT_STATUS("as of")');

    expect(scene.book.cell('Sheet1!B2').value).toBeCloseTo(millis / 86_400_000 + 25_569, 5);
    expect(scene.book.cell('Sheet1!B2').format).toMatch(/yy/);
  });
});

describe('when something fails', () => {
  test('a refresh that failed is told with its sentence; the table keeps its date', async () => {
    const scene = await refreshed();
    const [asOf, rows] = words(scene, 'as of', 'rows');
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    scene.emulator.clock.advance(HOUR);
    const outcome = scene.ask('sidebarRefreshAll');

    expect(outcome.kind).toBe('failed');
    expect(words(scene, 'state', 'as of', 'rows')).toEqual(['failing', asOf, rows]);
    expect(ask(scene, 'last error')).toMatch(/^Send the details to your IT team, then .* \(HTTP\u00a0403\)$/);
    expect(ask(scene, '')).toMatch(
      /^Failing: 1 report, 42 shifts, .* refreshed 10 Mar 2026, 09:00\. Send the details/,
    );
  });

  test('a formula that failed is told as well, until the service answers again', async () => {
    const scene = await refreshed();
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 503, times: 1 });
    const failed = sentenceIn(scene.call('SHIFT_METRIC', 'worked', '2026-01-01', '2026-01-07'));

    expect(words(scene, 'state', 'last error')).toEqual(['failing', failed.replace(/, ref [\w-]+/, '')]);

    scene.emulator.clock.advance(10 * MINUTE);
    expect(scene.call('SHIFT_METRIC', 'worked', '2026-01-01', '2026-01-07').kind).toBe('values');
    expect(words(scene, 'state', 'last error')).toEqual(['ok', '']);
  });
});

/** When the service says it made the newest report. */
async function generated(scene: Scene): Promise<string> {
  const answers = (await scene.server.requests()).map(({ answerBody }) => answerBody ?? '');
  return /"generated_at":"([^"]+)"/.exec(answers[answers.length - 1] ?? '')?.[1] ?? '';
}
