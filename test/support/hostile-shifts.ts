import { HOSTILE_STARTS } from './hostile-texts';
import type { Scene } from './scene';
import type { SeededRandom } from './seeded-random';

/** Some fields of a shift: texts that look like something else, and values that are missing. */
export function hostileFields(random: SeededRandom) {
  const text = () => HOSTILE_STARTS[random.below(HOSTILE_STARTS.length)] ?? '';
  return {
    VENUE_NAME: text(),
    AREA_NAME: text(),
    JOB_TITLE: random.below(4) === 0 ? null : text(),
    HOURS_WORKED: random.below(5) === 0 ? null : random.next() * 1000,
  };
}

/** A sheet as people see it: the values and formulas of its cells, and how they are shown. */
export function shownCells(scene: Scene, sheet = 'Shifts') {
  const cells = scene.book.snapshot().sheets.find(({ name }) => name === sheet)?.cells ?? {};
  return Object.entries(cells)
    .filter(([, { value, formula }]) => value !== undefined || formula !== undefined)
    .map(([name, { value, formula, format }]) => [name, value, formula, format]);
}
