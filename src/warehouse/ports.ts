import type { HttpResponse } from '../employer-api/ports';

/** A request to BigQuery. */
export interface WarehouseRequest {
  readonly method: 'get' | 'post' | 'put' | 'patch';
  /** A path of the API that begins with `/`, or the whole address of an upload session. */
  readonly target: string;
  readonly json?: unknown;
  /** Bytes as `gzip` makes them, sent as they are. */
  readonly bytes?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends requests to BigQuery and nowhere else, with the token of the person who runs. Follows no redirect.
 *
 * One service call for the token in each execution, and one for the requests, whatever their number.
 */
export interface WarehouseTransport {
  /**
   * @returns The answers in the order of the requests; `undefined` for no answer. If one of several requests has none,
   *   none of them counts as answered.
   * @throws {ReportError} `permission_missing`, `quota_spent`
   */
  sendAll(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[];
}

/** Compresses text as UTF-8: a gzip file, its bytes from -128 to 127. No service call that counts. */
export type GzipText = (text: string) => readonly number[];

/**
 * The whole address of a request: a path below the origin, or an address that is already there.
 *
 * @returns `undefined` for any other: the token must not go there.
 */
export function addressAt(origin: string, target: string): string | undefined {
  if (target.startsWith('/') && !target.startsWith('//')) return origin + target;
  return target.startsWith(`${origin}/`) ? target : undefined;
}
