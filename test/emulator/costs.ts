import costs from './costs.json';

/** A price in milliseconds: cautious, usual and worst. Reports only; nothing is gated on it. */
export interface Estimate {
  low: number;
  mid: number;
  high: number;
}

interface Price {
  readonly methods: readonly string[];
  readonly wire: boolean;
  readonly fixed: Estimate;
  readonly per_cell?: Estimate;
  readonly per_key?: Estimate;
  readonly per_kb?: Estimate;
  readonly server?: boolean | string;
  readonly min_cells?: number;
  readonly max_cells?: number;
}

/** What a price depends on. */
export interface CallSize {
  /** Cells read or written; for a flush, cells pending. */
  readonly cells: number;
  readonly keys: number;
  readonly kilobytes: number;
  /** Time the other side took; of a batch, the slowest. */
  readonly serverMillis: number;
}

const PRICES = costs.calls as unknown as Readonly<Record<string, Price>>;
const FREE: Price = { methods: [], wire: false, fixed: { low: 0, mid: 0, high: 0 } };
const BANDS = ['low', 'mid', 'high'] as const;

const found = new Map<string, readonly Price[]>();

/** All entries for a method; more than one where the price depends on the number of cells. */
function pricesOf(method: string): readonly Price[] {
  let prices = found.get(method);
  if (prices === undefined) {
    prices = Object.values(PRICES).filter((price) =>
      price.methods.some((pattern) => matches(pattern, method)),
    );
    if (prices.length === 0) prices = [fallback(method)];
    found.set(method, prices);
  }
  return prices;
}

function matches(pattern: string, method: string): boolean {
  if (!pattern.includes('*')) return pattern === method;
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(method);
}

/** Document methods without a public number: a getter costs what a metadata read costs, the rest what a setter costs. */
function fallback(method: string): Price {
  const [className = '', member = ''] = method.split('.');
  if (!/^(Spreadsheet|Sheet|Range|NamedRange|Protection|Filter)$/.test(className)) return FREE;
  const name = /^(get|is|has|can)/.test(member) ? 'Sheet.metadataRead' : 'Sheet.setter';
  return PRICES[name] ?? FREE;
}

function priceFor(method: string, cells: number): Price {
  const prices = pricesOf(method);
  if (method === 'SpreadsheetApp.flush' && cells === 0) return PRICES['SpreadsheetApp.flush.empty'] ?? FREE;
  const fits = ({ min_cells = 0, max_cells = Number.POSITIVE_INFINITY }: Price) =>
    cells >= min_cells && cells <= max_cells;
  return prices.find(fits) ?? prices[0] ?? FREE;
}

/** Whether the call counts against the goals: it leaves the script's machine. */
export function isWireCall(method: string): boolean {
  return pricesOf(method)[0]?.wire ?? false;
}

/** The price of one call. `costs.json` has the formula and the source of each figure. */
export function estimateCall(method: string, size: Partial<CallSize>): Estimate {
  const { cells = 0, keys = 0, kilobytes = 0, serverMillis = 0 } = size;
  const price = priceFor(method, cells);
  const estimate = { low: 0, mid: 0, high: 0 };
  for (const band of BANDS) {
    estimate[band] =
      price.fixed[band] +
      (price.per_cell?.[band] ?? 0) * cells +
      (price.per_key?.[band] ?? 0) * keys +
      (price.per_kb?.[band] ?? 0) * kilobytes +
      (price.server === undefined ? 0 : serverMillis);
  }
  return estimate;
}

/** Adds to a sum, in place. */
export function addEstimate(sum: Estimate, part: Estimate): void {
  for (const band of BANDS) sum[band] += part[band];
}

/** What comes before the first line of script: the start, and for the sidebar the way there and back. */
export function estimateStart(fromSidebar: boolean): Estimate {
  const start = (PRICES['execution.start'] ?? FREE).fixed;
  const round = fromSidebar ? (PRICES['google.script.run'] ?? FREE).fixed : FREE.fixed;
  return { low: start.low + round.low, mid: start.mid + round.mid, high: start.high + round.high };
}
