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

/** A sheet as people see it: a text for each cell, of its place, value and formula, and how it is shown. */
export function shownCells(scene: Scene, sheet = 'Shifts'): string[] {
  const cells: string[] = [];
  scene.book.workbook.sheetNamed(sheet)?.grid.forEach(({ value, formula, format }, row, column) => {
    cells.push(JSON.stringify([row, column, value, formula, format]));
  });
  return cells;
}
