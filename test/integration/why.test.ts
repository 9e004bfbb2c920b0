import { describe, expect, test } from '@jest/globals';
import { build, shown } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { sentRecord, serialOf } from '../support/shift-records';

/* Weeks of the overview that differ more than by chance. It is Tuesday, 10 March 2026. */

const stage = new Stage();

/** Monday, 8 December 2025: thirteen weeks until Sunday, 8 March 2026. */
const mondays = Array.from({ length: 13 }, (_, week) =>
  new Date(Date.UTC(2025, 11, 8) + week * 7 * 86_400_000).toISOString().slice(0, 10),
);
/** What *Explain this cell* says, by label. */
function explain(scene: Scene, a1: string) {
  scene.book.as(ANN).select(a1);
  const outcome = scene.ask('sidebarExplainCell');
  if (outcome.kind !== 'done' || outcome.explanation === undefined) throw new Error(outcome.message);
  const { title, lines, more = [] } = outcome.explanation;
  return { title, told: Object.fromEntries([...lines, ...more].map(({ label, value }) => [label, value])) };
}

describe('the overview', () => {
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
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: mondays[0] as string, to: '2026-03-08' });
    await scene.serve(restless);
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
