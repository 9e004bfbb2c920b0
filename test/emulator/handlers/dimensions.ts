import { HostError } from '../host-errors';

/** Refuses data of another shape than the range. @throws {HostError} E29. */
export function checkDimensions(
  data: readonly (readonly unknown[])[],
  range: { readonly rows: number; readonly columns: number },
): void {
  if (data.length !== range.rows) throw mismatch('rows', data.length, range.rows);
  for (const row of data) {
    if (row.length !== range.columns) throw mismatch('columns', row.length, range.columns);
  }
}

function mismatch(what: 'rows' | 'columns', given: number, wanted: number): HostError {
  return new HostError(
    `The number of ${what} in the data does not match the number of ${what} in the range. ` +
      `The data has ${given} but the range has ${wanted}.`,
  );
}
