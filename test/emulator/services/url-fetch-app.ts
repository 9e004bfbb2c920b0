import { bytesOfContent, type Content, contentOf, contentOfBlob, createBlob, textOfContent } from './blob';
import { callHost, checked, Exception, type Json, refuseUnknownMembers } from './realm';

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly content: Content;
}

/** Options of a request, as the script wrote them. */
type Params = { readonly [option: string]: unknown };

/** UrlFetchApp. Options are read here, because they may hold blobs; the host judges them. */
export function createUrlFetchApp(): object {
  return refuseUnknownMembers('UrlFetchApp', {
    fetch: checked('UrlFetchApp.fetch', [['string', 'object?']], (url: string, params?: Params): object =>
      createResponse(
        callHost('UrlFetchApp.fetch', null, [url, readRequest(url, params === undefined ? {} : params)]),
      ),
    ),
    fetchAll: checked('UrlFetchApp.fetchAll', [['array']], (requests: (string | Params)[]): object[] => {
      const read = requests.map((request) =>
        typeof request === 'string' ? readRequest(request, {}) : readRequest(request.url, request),
      );
      return callHost('UrlFetchApp.fetchAll', null, [read]).map(createResponse);
    }),
  });
}

function readRequest(url: unknown, params: Params): Json {
  if (typeof url !== 'string' || url === '') throw new Exception('Attribute provided with no value: url');
  return {
    url,
    method: params.method === undefined ? null : String(params.method),
    contentType: params.contentType === undefined ? null : String(params.contentType),
    headers: readHeaders(params.headers as Params | null | undefined),
    payload: readPayload(params.payload),
    muteHttpExceptions: params.muteHttpExceptions === true,
    followRedirects: params.followRedirects !== false,
    timeoutSeconds: typeof params.timeoutSeconds === 'number' ? params.timeoutSeconds : null,
  };
}

function readHeaders(headers: Params | null | undefined): Json {
  if (headers === undefined || headers === null) return [];
  return Object.keys(headers).map((name) => {
    const value = headers[name];
    return [name, value === null || value === undefined ? null : String(value)];
  });
}

/** Facts U1 and U2: an object is a form, an array is bytes. */
function readPayload(payload: unknown): Json {
  if (payload === undefined || payload === null) return null;
  const blob = contentOfBlob(payload);
  if (blob !== undefined) return blob;
  if (Array.isArray(payload)) return contentOf(payload);
  if (typeof payload !== 'object') return { text: String(payload) };
  const fields = payload as Params;
  return { form: Object.keys(fields).map((name) => [name, String(fields[name])]) };
}

function createResponse({ status, headers, content }: Answer): object {
  const collected = collect(headers);
  return refuseUnknownMembers('HTTPResponse', {
    getResponseCode: () => status,
    getContentText: checked('HTTPResponse.getContentText', [['string?']], (charset?: string) =>
      textOfContent(content, charset),
    ),
    getContent: () => bytesOfContent(content),
    getBlob: () => createBlob(content, collected.types['content-type'] || null, null),
    getAllHeaders: () => copy(collected.all),
    getHeaders: () => copy(collected.last),
  });
}

/** Names keep the server's case; repeated ones become an array. */
function collect(headers: Answer['headers']) {
  const all: { [name: string]: string | string[] } = {};
  const last: { [name: string]: string } = {};
  const types: { [name: string]: string } = {};
  for (const [name, value] of headers) {
    const known = all[name];
    if (known === undefined) all[name] = value;
    else all[name] = Array.isArray(known) ? [...known, value] : [known, value];
    last[name] = value;
    types[name.toLowerCase()] = value;
  }
  return { all, last, types };
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
