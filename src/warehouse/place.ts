import type { WarehouseForm } from '../contract/warehouse';

/** Where the tables are. */
export type WarehousePlace = Pick<WarehouseForm, 'project' | 'dataset' | 'location'>;

/** The table of shift records. */
export const SHIFTS_TABLE = 'shifts';
/** The table of changes, to which rows are only added. */
export const CHANGES_TABLE = 'shift_changes';

/**
 * A table as GoogleSQL names it: `` `project.dataset.table` ``.
 *
 * @throws {RangeError} if a part could end the name: a mistake of ours, since the form accepts no such part.
 */
export function sqlName({ project, dataset }: WarehousePlace, table: string): string {
  const name = `${project}.${dataset}.${table}`;
  if (!/^[\w.:-]+\.\w+\.\w+$/.test(name)) throw new RangeError('That is not the name of a table.');
  return `\`${name}\``;
}
