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

/** Twelve shifts at three venues. */
export const ALL = shifts(['Arena', 'Crown', 'Pier'], 4);

/** Five of them, at all three venues: fewer than half. */
export const FEW = ALL.filter((_, index) => index % 4 === 0).concat(ALL.slice(1, 3));

/** All but those of one venue. */
export const WITHOUT_PIER = ALL.filter(({ VENUE_NAME }) => VENUE_NAME !== 'Pier');

/** What people are told where the five come, and where those of one venue are missing. */
export const FEWER =
  'Press Refresh and confirm if this is right: only 5 of 12 rows came, so the old table stays.';
export const NO_PIER =
  'Press Refresh and confirm if this is right: no rows came for “Pier” (4 rows before), so the old table stays.';

/** A table of 12 shifts at three venues, whose next refresh brings these. */
export async function openTwelve(
  stage: Stage,
  next: readonly unknown[],
  schedule = false,
): Promise<{ readonly scene: Scene; readonly id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  await scene.serve(ALL);
  state(scene.ask('sidebarRefreshReport', id));
  if (schedule) state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: MAIL }));
  await scene.serve(next);
  return { scene, id };
}

/** The IDs in the table. */
export function heldIds(scene: Scene) {
  return scene.book.values('Shifts!R2:R20').flat().filter(Boolean);
}

/** The report as the sidebar shows it when it opens. */
export function heldReport(scene: Scene) {
  return state(scene.ask('sidebarState')).reports[0];
}
