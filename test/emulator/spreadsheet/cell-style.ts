/** Looks. An absent member is the sheet's default. */
export interface CellStyle {
  readonly fontWeight?: string;
  /** Points. */
  readonly fontSize?: number;
  readonly fontColor?: string;
  readonly background?: string;
  readonly wrap?: boolean;
  readonly horizontalAlignment?: string;
  readonly verticalAlignment?: string;
  readonly fontStyle?: string;
  readonly borders?: CellBorders;
}

/** The lines around a cell; `style` as `SpreadsheetApp.BorderStyle` names it. */
export type CellBorders = {
  readonly [edge in 'top' | 'left' | 'bottom' | 'right']?: { readonly color: string; readonly style: string };
};
