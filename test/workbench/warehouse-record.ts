import type { ListedJob, ListedTable } from '../warehouse-server/control/door';
import type { RunningWarehouse } from '../warehouse-server/start-warehouse-server';
import type { WarehouseJobView, WarehouseRowsView, WarehouseTableView, WarehouseView } from './protocol';

/** Rows of a table that a page shows. */
const ROWS_SHOWN = 100;
/** Jobs that a page shows, the newest. */
const JOBS_SHOWN = 200;

/** Everything that the local warehouse holds but the rows: the shifts first, then other tables, views, and stage tables. */
export async function viewWarehouse(warehouse: RunningWarehouse): Promise<WarehouseView> {
  const [tables, jobs] = [await warehouse.tables(), await warehouse.jobs()];
  return {
    place: `${warehouse.project}.${warehouse.dataset}, ${warehouse.location}`,
    tables: [...tables].sort(byKind).map(viewTable),
    jobs: jobs.slice(-JOBS_SHOWN).reverse().map(viewJob),
  };
}

/** The first rows of a table or view. @param name `project.dataset.table` */
export async function viewRows(warehouse: RunningWarehouse, name: string): Promise<WarehouseRowsView> {
  const { columns, rows } = await warehouse.rows(name, ROWS_SHOWN);
  return { columns, rows };
}

function byKind(one: ListedTable, other: ListedTable): number {
  const rank = ({ table, type }: ListedTable) => {
    if (table.startsWith('stage_')) return 3;
    return type === 'VIEW' ? 2 : Number(table !== 'shifts');
  };
  return rank(one) - rank(other) || one.table.localeCompare(other.table);
}

function viewTable(listed: ListedTable): WarehouseTableView {
  const { project, dataset, table, type, rowCount, partitionedBy, clusteredBy, expires } = listed;
  const facts = [
    type === 'VIEW' ? 'view' : 'table',
    partitionedBy === null ? '' : `partitioned by ${partitionedBy}`,
    clusteredBy.length === 0 ? '' : `clustered by ${clusteredBy.join(', ')}`,
    expires === null ? '' : `expires ${expires.slice(0, 16).replace('T', ' ')} UTC`,
  ];
  const name = `${project}.${dataset}.${table}`;
  return { name, title: table, rowCount, facts: facts.filter(Boolean).join(', ') };
}

function viewJob({ id, kind, state, created, error, statistics }: ListedJob): WarehouseJobView {
  const counts = countsIn(statistics);
  const outcome = error === null ? counts.join(', ') : `${error.reason}: ${error.message}`;
  return {
    id,
    kind,
    state,
    at: `${created.slice(0, 19).replace('T', ' ')} UTC`,
    outcome,
    isFailed: error !== null,
  };
}

/** Every count of a job's statistics, however deep. */
function countsIn(statistics: object): string[] {
  return Object.entries(statistics).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return countsIn(value);
    return ['number', 'string'].includes(typeof value) ? [`${name} ${value}`] : [];
  });
}
