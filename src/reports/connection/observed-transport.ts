import type { Clock, HttpRequest, HttpResponse, HttpTransport } from '../../employer-api/ports';

/** An answer, and when it was on its way. */
export interface ObservedAnswer {
  /** `undefined` when none came. */
  readonly response: HttpResponse | undefined;
  /** The middle between asking and being answered. Milliseconds since 1970. */
  readonly at: number;
}

/** Sends as another transport does, and remembers the last answer. */
export class ObservedTransport implements Pick<HttpTransport, 'send'> {
  last: ObservedAnswer | undefined;

  constructor(
    private readonly transport: Pick<HttpTransport, 'send'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  send(request: HttpRequest): HttpResponse | undefined {
    const sentAt = this.clock.now();
    const response = this.transport.send(request);
    this.last = { response, at: (sentAt + this.clock.now()) / 2 };
    return response;
  }
}
