import type { Clock, HttpRequest, HttpResponse, HttpTransport } from '../../src/employer-api/ports';
import type { ExchangeAtOnce } from '../emulator/sync-http/http-exchange';

/** Real time after which an answer counts as lost. */
const TIMEOUT_MILLIS = 10_000;

/** Sends the product's requests to a service on this machine, by a clock of the test's. */
export class LoopbackTransport implements HttpTransport {
  /** The statuses of all answers, in order; 0 where none came. */
  readonly statuses: number[] = [];

  /** @param origins The service's loopback address for each `https` origin. */
  constructor(
    private readonly exchange: ExchangeAtOnce,
    private readonly origins: Readonly<Record<string, string>>,
    private readonly clock: Clock,
  ) {}

  send(request: HttpRequest): HttpResponse | undefined {
    return this.sendAll([request])[0];
  }

  sendAll(requests: readonly HttpRequest[]): (HttpResponse | undefined)[] {
    const answers = requests.map(({ url, headers, body }) =>
      this.exchange({
        url: this.loopback(url),
        method: 'POST',
        headers: [
          ...Object.entries({ ...contentType(body), ...headers }),
          ['X-Virtual-Now', new Date(this.clock.now()).toISOString()],
        ],
        body: Buffer.from('form' in body ? new URLSearchParams({ ...body.form }).toString() : body.json),
        timeoutMillis: TIMEOUT_MILLIS,
      }),
    );
    return answers.map((answer) => {
      this.statuses.push(answer === undefined || 'failure' in answer ? 0 : answer.status);
      if (answer === undefined || 'failure' in answer) return undefined;
      const { status, rawHeaders, body } = answer;
      const headers: Record<string, string> = {};
      for (let index = 0; index < rawHeaders.length; index += 2) {
        headers[(rawHeaders[index] ?? '').toLowerCase()] = rawHeaders[index + 1] ?? '';
      }
      return { status, headers, text: Buffer.from(body).toString('utf8') };
    });
  }

  private loopback(url: string): string {
    const origin = Object.keys(this.origins).find((one) => url.startsWith(`${one}/`));
    if (origin === undefined) throw new Error(`Nothing on this machine stands for ${url}`);
    return `${this.origins[origin]}${url.slice(origin.length)}`;
  }
}

/** The platform states it unless told otherwise. */
function contentType(body: HttpRequest['body']): Record<string, string> {
  return { 'Content-Type': 'form' in body ? 'application/x-www-form-urlencoded' : 'application/json' };
}
