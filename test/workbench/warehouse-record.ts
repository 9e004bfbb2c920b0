import type { RunningWarehouse } from '../warehouse-server/start-warehouse-server';
import type { WarehouseRowsView, WarehouseView } from './protocol';

/** Rows of a table that a page shows. */
const ROWS_SHOWN = 100;

/** The tables and views that the local warehouse holds, tables first. */
export async function viewWarehouse(warehouse: RunningWarehouse): Promise<WarehouseView> {
  const tables = [...(await warehouse.tables())].sort((one, other) => (one.type < other.type ? -1 : 1));
  return {
    place: `${warehouse.project}.${warehouse.dataset}, ${warehouse.location}`,
    tables: tables.map(({ name, type, rowCount }) => ({
      name,
      title: name.split('.').at(-1) ?? name,
      facts: type === 'VIEW' ? 'view' : `${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'row' : 'rows'}`,
    })),
  };
}

/** The first rows of a table or view. @param name `project.dataset.table` */
export function viewRows(warehouse: RunningWarehouse, name: string): Promise<WarehouseRowsView> {
  return warehouse.rows(name, ROWS_SHOWN);
}
