import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { recordFigure } from '../support/record-figure';
import { ANN, Stage } from '../support/scene';

/* The correlation IDs of requests. CORRELATION_IDS=10000 npx jest test/integration/correlation-ids runs more. */

const WANTED = Number(process.env.CORRELATION_IDS ?? 60);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const FIRST_DAY = Date.parse('1990-01-01');
const DAY_MILLIS = 86_400_000;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000_000 });
});
afterAll(() => stage.close());

test(
  `each of ${WANTED} questions has an ID of its own, kept over repeats, that tells nothing`,
  async () => {
    const scene = await stage.open();
    scene.connect();
    const days = new Map<string, Set<string>>();
    let [requests, read] = [0, scene.emulator.requests.length];

    for (let question = 0; question < WANTED; question += 1) {
      // Every tenth question fails once and is repeated.
      if (question % 10 === 0)
        await scene.server.setScenario('report', { name: 'status', status: 504, times: 1 });
      const day = new Date(FIRST_DAY + question * DAY_MILLIS).toISOString().slice(0, 10);
      expect([day, scene.formula(day, day).kind]).toEqual([day, 'values']);
      const sent = scene.emulator.requests.slice(read).filter(({ url }) => url.includes('/reports/'));
      expect([day, sent.length]).toEqual([day, question % 10 === 0 ? 2 : 1]);
      for (const { headers, url } of sent) {
        const id = new Map(headers).get('X-Correlation-ID') ?? '';
        days.set(id, (days.get(id) ?? new Set()).add(url));
      }
      requests += sent.length;
      read = scene.emulator.requests.length;
      if (question % 100 === 99) await scene.server.clear();
      if (question % 100 === 99) scene.emulator.clearExecutions();
    }

    const ids = [...days.keys()];
    const { clientId, clientSecret } = scene.form();
    const personal = [clientId, clientSecret, ANN, '20417'];
    expect(ids.filter((id) => !UUID.test(id) || personal.some((text) => id.includes(text)))).toEqual([]);
    expect(ids.length).toBe(WANTED);
    expect([...days.values()].filter((urls) => urls.size !== 1)).toEqual([]);
    const figure = `${ids.length} different over ${requests} requests, personal data 0`;
    recordFigure({ requirement: 'H10', what: 'correlation IDs', n: ids.length, figure });
  },
  FULL_SIZE_MILLIS,
);
