import type { HttpResponse } from '../employer-api/ports';
import { WAREHOUSE_TIMEOUT_SECONDS } from '../warehouse/limits';
import { addressAt, type GzipText, type WarehouseRequest, type WarehouseTransport } from '../warehouse/ports';
import { askPlatform } from './ask-platform';
import { answered, type FetchRequest, readResponse } from './url-fetch-transport';

/** Requests to BigQuery by UrlFetchApp, with the token of whoever runs the script: to one origin only. */
export class UrlFetchWarehouse implements WarehouseTransport {
  private token: string | undefined;

  /** @param origin Scheme and host of BigQuery, without a slash at its end. */
  constructor(private readonly origin: string) {}

  sendAll(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[] {
    const addresses = requests.map(({ target }) => addressAt(this.origin, target));
    const none = requests.map(() => undefined);
    if (addresses.some((address) => address === undefined)) return none;
    this.token ??= askPlatform(() => ScriptApp.getOAuthToken());
    const sent = requests.map((request, index) => this.fetchRequest(request, addresses[index] ?? ''));
    const [first, second] = sent;
    if (first === undefined) return [];
    const answers = answered(() =>
      second === undefined ? [UrlFetchApp.fetch(first.url, first)] : UrlFetchApp.fetchAll(sent),
    );
    return answers?.map(readResponse) ?? none;
  }

  private fetchRequest({ method, json, bytes, headers }: WarehouseRequest, url: string): FetchRequest {
    return {
      url,
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...headers },
      followRedirects: false,
      muteHttpExceptions: true,
      timeoutSeconds: WAREHOUSE_TIMEOUT_SECONDS,
      ...(json === undefined ? {} : { contentType: 'application/json', payload: JSON.stringify(json) }),
      ...(bytes === undefined ? {} : { contentType: 'application/octet-stream', payload: [...bytes] }),
    };
  }
}

/** Compresses text. */
export const gzipText: GzipText = (text) => Utilities.gzip(Utilities.newBlob(text)).getBytes();
