/** `POST /selection`: the cells that a person selected. */
export interface SelectionCall {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}
