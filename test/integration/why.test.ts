import { describe, expect, test } from '@jest/globals';
import { build, shown } from '../support/dashboard-scene';
import { explain, lineOf } from '../support/explained';
import { Stage, state } from '../support/scene';
import { daysFrom, sentRecord, serialOf } from '../support/shift-records';

/* Weeks of the overview that differ more than by chance. It is Tuesday, 10 March 2026. */

const stage = new Stage();

/** Monday, 8 December 2025: thirteen weeks until Sunday, 8 March 2026. */
const mondays = daysFrom('2025-12-08', 13, 7);

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
    const scene = await stage.connected();
    const id = scene.saveReport({ from: mondays[0] as string, to: '2026-03-08' });
    await scene.serve(restless);
    state(scene.refresh(id));
    build(scene, id);
    const row = shown(scene).findIndex(([first]) => first === serialOf('2026-01-19')) + 1;
    const told = explain(scene, `Overview!B${row}`);
    expect(told.title).toBe('True fulfilment % of week 19 Jan 2026');
    expect(lineOf(told, 'Likely range')).toMatch(
      /^\d\d\.\d% to \d\d\.\d% \(95%\), as weeks here vary 1\d\.\d times as much as by chance alone/,
    );
    expect(lineOf(told, 'Recalculated')).toMatch(/atches the cell\.$/);
  });
});
