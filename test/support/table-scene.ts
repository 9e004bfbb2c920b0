import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import type { Stage } from './scene';
import { SurfaceScene } from './surface-run';

/** A table of so many rows on the sheet `Shifts`, whose next refresh brings `next` rows. */
export async function openTable(
  stage: Stage,
  rows: number,
  next = rows,
  options: Parameters<Stage['open']>[0] = {},
): Promise<SurfaceScene> {
  const opened = await SurfaceScene.open(stage, 'sidebar', 'kept', options);
  const { server } = opened.scene;
  await server.setScenario('report', { name: 'rows', rows, times: 1 });
  await server.setScenario('report', { name: 'rows', rows: next });
  const { message } = opened.run();
  if (message !== '') throw new Error(message);
  return opened;
}

/** What a person does at the keyboard. */
export function edit(opened: SurfaceScene, change: (editor: DocumentEditor) => void): void {
  change(opened.scene.book.editor);
}

/** The IDs in the last column of the first `rows` rows under the heading row. */
export function shiftIds(opened: SurfaceScene, rows: number, sheet = 'Shifts') {
  return opened.scene.book.values(`${sheet}!R2:R${rows + 1}`).map(([id]) => id);
}
