import { capital } from '../../src/employer-api/text';
import { type Scene, type Stage, state } from './scene';
import { RECORD } from './spec-fields';

/** Where mail about failures goes. */
export const MAIL = 'ann@employer.example';

/** So many shifts at each of these venues, on the one day of the report. */
export function shifts(venues: readonly string[], each: number) {
  return venues.flatMap((VENUE_NAME, place) =>
    Array.from({ length: each }, (_, index) => ({
      ...RECORD,
      VENUE_NAME,
      SHIFT_ID: 1000 * (1 + place) + index,
    })),
  );
}

/** 24 shifts at three venues. */
export const ALL = shifts(['Arena', 'Crown', 'Pier'], 8);

/** Nine of them. */
export const FEW = ALL.filter((_, index) => index % 8 < 3);

/** What people are told where the nine come. */
export const FEWER =
  'Keep or replace the table in the sidebar: only 9 shifts came for 2 Mar 2026 (24 before), so the old table stays.';

/** What a card says of it, where buttons are the remedy. @param told What people are told elsewhere. */
export const onCard = (told: string) => capital(told.replace(/^[^:]*: /, ''));

/** A table of 24 shifts at three venues, whose next refresh brings these. */
export async function openHeld(
  stage: Stage,
  next: readonly unknown[],
  schedule = false,
): Promise<{ readonly scene: Scene; readonly id: string }> {
  const scene = await stage.connected();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  await scene.serve(ALL);
  state(scene.ask('sidebarRefreshReport', id));
  if (schedule) state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: MAIL }));
  scene.emulator.caches.clear();
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', {
    name: 'replace-rows',
    rows: [...next],
    onlyAsked: true,
    latencyMillis: 400,
  });
  return { scene, id };
}

/** The IDs in the table. */
export function heldIds(scene: Scene) {
  return scene.book.values('Shifts!R2:R40').flat().filter(Boolean);
}

/** The report as the sidebar shows it when it opens. */
export function heldReport(scene: Scene) {
  return state(scene.ask('sidebarState')).reports[0];
}
