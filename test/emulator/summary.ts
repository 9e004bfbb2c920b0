import type { BridgeCall, Json } from './bridge';

/** Methods whose first argument says which thing is meant, and is no secret. */
const NAMED_BY_FIRST_ARGUMENT =
  /^(Cache\.(get|getAll|put|remove|removeAll)|Properties\.(getProperty|setProperty|deleteProperty))$/;

/** What the log may show of a call: keys and shapes, never a stored value, a payload, a header or a query. */
export function summarise(call: BridgeCall): string {
  const [first, second] = call.args;
  // A query may hold a key.
  if (call.method === 'UrlFetchApp.fetch') return String(first).replace(/\?.*$/s, '?…');
  if (call.method === 'UrlFetchApp.fetchAll') return Array.isArray(first) ? `${first.length} requests` : '';
  if (NAMED_BY_FIRST_ARGUMENT.test(call.method)) return keys(first);
  if (call.method === 'Cache.putAll' || call.method === 'Properties.setProperties') return keys(first);
  if (call.method === 'Sheet.getRange') return call.args.join(', ');
  if (call.method === 'Range.setValues' && Array.isArray(first)) return rows(first);
  if (call.method === 'Utilities.sleep') return `${String(first)} ms`;
  if (/^Lock\./.test(call.method))
    return [call.target, first, second].filter((part) => part != null).join(', ');
  return '';
}

function keys(value: Json | undefined): string {
  if (Array.isArray(value)) return value.length === 1 ? String(value[0]) : `${value.length} keys`;
  if (value !== null && typeof value === 'object') return `${Object.keys(value).length} keys`;
  return String(value);
}

function rows(values: readonly Json[]): string {
  const columns = Array.isArray(values[0]) ? values[0].length : 0;
  return `${values.length} × ${columns}`;
}
