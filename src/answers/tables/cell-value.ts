/** What may stand in a cell. A day is a serial number in sheets and a `Date` in formula results. */
export type CellValue = string | number | boolean | Date | null;
