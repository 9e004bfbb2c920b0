import type { HttpRequest, HttpResponse, HttpTransport } from '../../src/employer-api/ports';
import type { StubClock } from './stub-clock';

/** An answer to give, or `undefined` for no answer at all. */
export type StubAnswer = HttpResponse | undefined;
/** An answer, or what makes one of a request. */
export type StubReport = StubAnswer | ((request: HttpRequest) => StubAnswer);

/** An answer of any status. Text is sent as it is, anything else as JSON. */
export function answer(
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
): HttpResponse {
  return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** Answers reports in the order given, the last one for ever, for whatever days are asked; tokens `token-1`, `token-2` … unless told otherwise. */
export class StubTransport implements HttpTransport {
  readonly reportRequests: HttpRequest[] = [];
  readonly tokenRequests: HttpRequest[] = [];
  /** How many requests were sent together, call by call; the token requests not among them. */
  readonly batches: number[] = [];
  /** How the token call is answered; gets the number of the call, from 1. */
  tokenAnswer: (count: number) => StubAnswer = (count) =>
    answer(200, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 });
  /** Called before a report is answered: what other executions do while the service works. */
  whileReporting: () => void = () => undefined;
  private readonly reports: StubReport[];

  /**
   * @param clock Moves on with each request.
   * @param secondsPerCall How long each answer takes; one that takes longer than the time-out never comes.
   */
  constructor(
    reports: readonly StubReport[],
    private readonly clock?: StubClock,
    private readonly secondsPerCall = 0,
  ) {
    this.reports = [...reports];
  }

  private answer(request: HttpRequest): StubAnswer {
    if (isTokenRequest(request)) {
      this.tokenRequests.push(request);
      return this.tokenAnswer(this.tokenRequests.length);
    }
    this.reportRequests.push(request);
    this.whileReporting();
    const report = this.reports.length > 1 ? this.reports.shift() : this.reports[0];
    const response = typeof report === 'function' ? report(request) : report;
    return response && withEcho(response, request);
  }

  /** Answers in order; takes as long as one answer. One that never comes leaves all without. */
  send(requests: readonly HttpRequest[]): StubAnswer[] {
    if (!requests.every(isTokenRequest)) this.batches.push(requests.length);
    const timeout = Math.min(...requests.map(({ timeoutSeconds }) => timeoutSeconds));
    this.clock?.advance(Math.min(this.secondsPerCall, timeout));
    const answers = requests.map((request) =>
      this.secondsPerCall > timeout ? this.timeOut(request) : this.answer(request),
    );
    return answers.includes(undefined) ? requests.map(() => undefined) : answers;
  }

  private timeOut(request: HttpRequest): undefined {
    (isTokenRequest(request) ? this.tokenRequests : this.reportRequests).push(request);
  }

  /** Answers the reports to come. */
  next(...reports: readonly StubReport[]): void {
    this.reports.splice(0, this.reports.length, ...reports);
  }
}

/** An answer that repeats a range repeats the one that was asked for. */
function withEcho(response: HttpResponse, { url }: HttpRequest): HttpResponse {
  const [, from, to] = /from_date=([\d-]+)&to_date=([\d-]+)$/.exec(url) ?? [];
  const echo = `"from_date":"${from}","to_date":"${to}"`;
  return { ...response, text: response.text.replace(/"from_date":"[\d-]+","to_date":"[\d-]+"/, echo) };
}

function isTokenRequest({ url }: HttpRequest): boolean {
  return url.endsWith('/oauth/v2/tokens');
}
