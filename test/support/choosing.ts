import { ANN, type Scene } from './scene';

/** Chooses in row 2 of a dashboard, as a person does. */
export function choose(
  scene: Scene,
  { name, period }: { readonly name?: string; readonly period?: string },
  sheet = 'Overview',
  person = ANN,
): void {
  if (name !== undefined) scene.book.as(person).enter(`${sheet}!A2`, name);
  if (period !== undefined) scene.book.as(person).enter(`${sheet}!B2`, period);
}

/** What row 2 shows. */
export function chosenIn(scene: Scene, sheet = 'Overview'): readonly unknown[] {
  return scene.book.values(`${sheet}!A2:B2`)[0] ?? [];
}

/** What row 3 says of the rows: the first text in its formula, or its text. */
export function noticeIn(scene: Scene, sheet = 'Overview'): string {
  const { formula, value } = scene.book.cell(`${sheet}!A3`);
  return formula === '' ? String(value) : (/^=TRIM\((?:TRIM\()?"((?:[^"]|"")*)"/.exec(formula)?.[1] ?? '');
}

/** What a drop-down offers. @param column 1 for names, 2 for periods. */
export function offeredIn(scene: Scene, column: 1 | 2, sheet = 'Overview'): readonly string[] {
  return (
    scene.book.workbook.sheetNamed(sheet)?.validations.find((list) => list.column === column)?.offered ?? []
  );
}
