import type { IRange } from '@univerjs/core';
import type { SelectionCall } from '../protocol';
import type { Grid } from './grid';
import type { ServerLink } from './server-link';
import type { SheetIds } from './sheet-ids';

/** Tells the server what is selected, in order with the edits: a script that the sidebar calls may ask for it. */
export function postSelection(grid: Grid, ids: SheetIds, link: ServerLink): void {
  const { api } = grid;
  let told = '';
  const post = (unitSheet: string, range: IRange): void => {
    const sheetId = ids.sheetId(unitSheet);
    if (sheetId === undefined) return;
    const selection: SelectionCall = { sheetId, row: range.startRow + 1, column: range.startColumn + 1 };
    const text = JSON.stringify(selection);
    if (text === told) return;
    told = text;
    // A page that leaves has nothing to tell: the selection matters to the next call alone.
    void link.postInOrder('/selection', () => selection).catch(() => undefined);
  };
  // The grid's own event for this is lost when the page is quicker than the grid's first drawing.
  api.onCommandExecuted(({ id, params }) => {
    if (id !== 'sheet.operation.set-selections') return;
    const { subUnitId, selections } = params as {
      readonly subUnitId: string;
      readonly selections: readonly { readonly range: IRange }[];
    };
    const last = selections.at(-1);
    if (last) post(subUnitId, last.range);
  });
}
