import type { FUniver } from '@univerjs/core/facade';
import { type IRenderManagerService, SHEET_VIEWPORT_KEY } from '@univerjs/preset-sheets-core';
import { UNIT_ID } from './workbook-data';

/** A point of the grid's canvas. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** Where the cells of the sheet in front lie on the canvas, in pixels from its upper left corner. */
export interface SheetPixels {
  /** The canvas itself: the formula bar has one, too. */
  readonly canvas: HTMLCanvasElement;
  /** Where the headings of rows and columns end. */
  readonly headings: CanvasPoint;
  /** Where the frozen part ends; the end of the headings where nothing is frozen. */
  readonly frozen: CanvasPoint;
  /** The upper left corner of a cell, scrolling counted; row and column count from 0. */
  cell(row: number, column: number): CanvasPoint;
}

/** Measures the sheet in front; undefined before it is drawn. */
export function sheetPixels(api: FUniver, renders: IRenderManagerService): SheetPixels | undefined {
  const sheet = api.getActiveWorkbook()?.getActiveSheet();
  const skeleton = sheet?.getSkeleton();
  const render = renders.getRenderById(UNIT_ID);
  const main = render?.scene.getViewport(SHEET_VIEWPORT_KEY.VIEW_MAIN);
  if (!sheet || !skeleton || !render || !main) return undefined;
  const headings = { x: skeleton.rowHeaderWidth, y: skeleton.columnHeaderHeight };
  const { xSplit, ySplit } = sheet.getFreeze();
  const place = (row: number, column: number): CanvasPoint => ({
    x: headings.x + (column === 0 ? 0 : (skeleton.columnWidthAccumulation[column - 1] ?? 0)),
    y: headings.y + (row === 0 ? 0 : (skeleton.rowHeightAccumulation[row - 1] ?? 0)),
  });
  return {
    canvas: render.engine.getCanvasElement(),
    headings,
    frozen: place(ySplit, xSplit),
    cell: (row, column) => {
      const { x, y } = place(row, column);
      return {
        x: column < xSplit ? x : x - main.viewportScrollX,
        y: row < ySplit ? y : y - main.viewportScrollY,
      };
    },
  };
}
