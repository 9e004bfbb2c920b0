import type { LocalService } from '../api-server/local-service';
import { dayAfter } from '../support/shift-records';
import { SPEC_NAMES } from '../support/spec-fields';
import type { RunningWarehouse } from '../warehouse-server/start-warehouse-server';
import type { ComparisonView } from './protocol';

type Shift = Readonly<Record<string, unknown>>;

/** What is compared, and the time that the service takes for its own. */
interface Compared {
  readonly server: LocalService;
  readonly warehouse: RunningWarehouse;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Compares the table `shifts` with what the service says of the demo employer, from the first day of the table to its last.
 * Asks the service as anyone with its credentials can, and knows nothing of the add-on's code.
 */
export async function compareWithService({ server, warehouse, now }: Compared): Promise<ComparisonView> {
  const shifts = `${warehouse.project}.${warehouse.dataset}.shifts`;
  const isThere = (await warehouse.tables()).some(({ name }) => name === shifts);
  const nothing = { columns: [], rows: [] };
  const { columns, rows } = isThere ? await warehouse.rows(shifts) : nothing;
  const held = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  const days = held.map(({ SHIFT_DATE }) => String(SHIFT_DATE)).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) {
    return { isEqual: false, sentence: 'The table shifts holds nothing to compare.' };
  }
  const served = await serviceShifts(server, from, to, now);
  const truth = new Map(served.map((shift) => [shift.SHIFT_ID, textOf(shift)]));
  const seen = new Set<unknown>();
  let [changed, extra, twice] = [0, 0, 0];
  for (const shift of held) {
    const id = Number(shift.SHIFT_ID);
    const text = truth.get(id);
    if (seen.has(id)) twice++;
    else if (text === undefined) extra++;
    else if (text !== textOf(shift)) changed++;
    seen.add(id);
  }
  const missing = [...truth.keys()].filter((id) => !seen.has(id)).length;
  const about = `${from} to ${to}: ${served.length.toLocaleString('en')} shifts`;
  if (missing + changed + extra + twice === 0) {
    return { isEqual: true, sentence: `Equal to the service, ${about}.` };
  }
  const differences = `${missing} missing, ${changed} changed, ${extra} extra, ${twice} twice`;
  return { isEqual: false, sentence: `Differs from the service, ${about}, ${differences}.` };
}

/** A shift as text; numbers as numbers, whatever each side writes them as. */
function textOf(shift: Shift): string {
  return JSON.stringify(SPEC_NAMES.map((name) => plain(shift[name])));
}

function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : String(value);
}

/** What the service says of days, both ends included. */
async function serviceShifts(
  server: LocalService,
  from: string,
  to: string,
  now: number,
): Promise<readonly Shift[]> {
  const shifts: Shift[] = [];
  // A day belongs to one window only; what a window brings of other days is left out.
  for (let first = from; first <= to; first = dayAfter(first, DAYS_ASKED)) {
    const last = [dayAfter(first, DAYS_ASKED - 1), to].sort()[0] ?? to;
    const asked = await server.shifts(first, last, now);
    shifts.push(
      ...asked.filter(({ SHIFT_DATE }) => String(SHIFT_DATE) >= first && String(SHIFT_DATE) <= last),
    );
  }
  return shifts;
}

const DAYS_ASKED = 31;
