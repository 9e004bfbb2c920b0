import type { Connection } from './connection';
import type { HttpRequest } from './ports';
import type { ReportCredentials } from './report-kind';

/**
 * The request of any report: a POST whose body is an empty JSON array. Specification sections 4.2 and 4.3.
 *
 * @param path Segments behind `/v1/reporting/{employer}/`.
 * @param query Names and values in order; encoded here.
 */
export function reportRequest(
  connection: Connection,
  path: string,
  query: readonly (readonly [name: string, value: string])[],
  call: ReportCredentials,
): HttpRequest {
  const search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return {
    url:
      `${connection.regionOrigin}/v1/reporting/${connection.employer}/${path}` +
      (search === '' ? '' : `?${search}`),
    headers: {
      Authorization: `Bearer ${call.token}`,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Correlation-ID': call.correlationId,
    },
    body: { json: '[]' },
    timeoutSeconds: call.timeoutSeconds,
  };
}
