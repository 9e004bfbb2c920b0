import { describe, expect, test } from '@jest/globals';
import { build, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type SentRecord, sentRecord, serialOf } from '../support/shift-records';

/* Why the newest week moved, on the card of its report and on the overview. It is Tuesday, 10 March 2026. */

const stage = new Stage();

/** Monday, 8 December 2025: thirteen weeks until Sunday, 8 March 2026. */
const mondays = Array.from({ length: 13 }, (_, week) =>
  new Date(Date.UTC(2025, 11, 8) + week * 7 * 86_400_000).toISOString().slice(0, 10),
);
const venue = (name: string, last: number, usual: number): SentRecord[] =>
  mondays.map((day, week) =>
    sentRecord({
      day,
      venue: name,
      posted: 210,
      booked: 205,
      worked: week === 12 ? last : usual,
      noShows: 5,
      demand: 200,
    }),
  );
const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].flatMap((name) => venue(name, 180, 180));
const FALLEN = [...STEADY, ...venue('Grand Hotel', 110, 170)];
const SENTENCE =
  'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 6.0 points from Grand Hotel; the newest days may still be corrected.';

async function opened(records: readonly SentRecord[]): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ from: mondays[0] as string, to: '2026-03-08' });
  await scene.serve(records);
  return { scene, id };
}

/** What *Explain this cell* says, by label. */
function explain(scene: Scene, a1: string) {
  scene.book.as(ANN).select(a1);
  const outcome = scene.ask('sidebarExplainCell');
  if (outcome.kind !== 'done' || outcome.explanation === undefined) throw new Error(outcome.message);
  const { title, lines, more = [] } = outcome.explanation;
  return { title, told: Object.fromEntries([...lines, ...more].map(({ label, value }) => [label, value])) };
}

describe('the overview', () => {
  test('says why the week moved', async () => {
    const { scene, id } = await opened(FALLEN);
    state(scene.refresh(id));
    build(scene, id);
    expect(shown(scene)[4]?.[0]).toBe(`Why, week of 2 Mar: ${SENTENCE}`);
  });

  test('is about weeks whose intervals are explained as they are shown', async () => {
    const restless = ['A', 'B', 'C', 'D'].flatMap((name, at) =>
      mondays.map((day, week) =>
        sentRecord({
          ...{ day, venue: name, posted: 210, booked: 205, demand: 200 },
          worked: week % 2 === at % 2 ? 190 : 150,
          noShows: 5,
        }),
      ),
    );
    const { scene, id } = await opened(restless);
    state(scene.refresh(id));
    build(scene, id);
    const row = shown(scene).findIndex(([first]) => first === serialOf('2026-01-19')) + 1;
    const { title, told } = explain(scene, `Overview!B${row}`);
    expect(title).toBe('True fulfilment % of week 19 Jan 2026');
    expect(told['Likely range']).toMatch(
      /^\d\d\.\d% to \d\d\.\d% \(95%\), as weeks here vary 1\d\.\d times as much as by chance alone/,
    );
    expect(told.Recalculated).toMatch(/atches the cell\.$/);
  });
});
