import { expect, test } from '@jest/globals';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { ANN, Stage } from '../support/scene';

/* The correlation IDs of requests. CORRELATION_IDS=10000 npx jest test/integration/correlation-ids runs more. */

const WANTED = Number(process.env.CORRELATION_IDS ?? 60);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const stage = new Stage({ allowance: 100_000_000 });

test(
  `each request of ${WANTED} questions has an ID of its own, that tells nothing`,
  async () => {
    const scene = await stage.open();
    scene.connect();
    let read = scene.emulator.requests.length;
    const ids: string[] = [];

    for (let question = 0; question < WANTED; question += 1) {
      const day = `${1990 + Math.floor(question / 12)}-${String(1 + (question % 12)).padStart(2, '0')}-15`;
      expect([day, scene.formula(day, day).kind]).toEqual([day, 'values']);
      const sent = scene.emulator.requests.slice(read).filter(({ url }) => url.includes('/reports/'));
      ids.push(...sent.map(({ headers }) => new Map(headers).get('X-Correlation-ID') ?? ''));
      read = scene.emulator.requests.length;
      if (question % 100 === 99) await scene.server.clear();
      if (question % 100 === 99) scene.emulator.clearExecutions();
    }

    const { clientId, clientSecret } = scene.form();
    const personal = [clientId, clientSecret, ANN, '20417'];
    expect(ids.filter((id) => !UUID.test(id) || personal.some((text) => id.includes(text)))).toEqual([]);
    expect([ids.length >= WANTED, new Set(ids).size]).toEqual([true, ids.length]);
  },
  FULL_SIZE_MILLIS,
);
