import { SHORTEST_TIMEOUT_SECONDS } from '../limits';

/** One request, as the service's documentation describes it. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form is sent URL-encoded, text as it is. Every call of this service is a POST. */
  readonly body: { readonly form: Readonly<Record<string, string>> } | { readonly json: string };
  /** How long to wait for the answer. Asked of the platform, which may ignore it. */
  readonly timeoutSeconds: number;
}

/** An answer of any status. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; of a repeated header the first value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends requests and follows no redirect. */
export interface HttpTransport {
  /**
   * Sends requests side by side: as one service call, whatever their number.
   *
   * @returns The answers in the order of the requests; `undefined` when none came: no connection, no name, time-out, quota.
   *   Where the platform does not say which of several requests failed, none of them counts as answered.
   */
  send(requests: readonly HttpRequest[]): (HttpResponse | undefined)[];
}

/** Time, chance and pauses. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(millis: number): void;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** Makes correlation IDs: unique, without personal data. */
export type MakeId = () => string;

/** Where a request comes from; each has its own patience. */
export type Surface = 'cell' | 'sidebar' | 'trigger';

/** How long one execution may take, and how hard it may try. */
export interface Budget {
  readonly surface: Surface;
  /** When the execution must be done. Milliseconds since 1970. */
  readonly deadline: number;
  /** The timeout of a report request, in seconds. */
  readonly timeoutSeconds: number;
}

/**
 * The timeout of an attempt that starts after a pause, in seconds.
 *
 * @param wanted The timeout if there is time enough; a shorter one may make the attempt fit.
 * @returns `undefined` when no attempt fits before the deadline.
 */
export function timeoutThatFits(
  budget: Budget,
  startsAt: number,
  wanted = budget.timeoutSeconds,
): number | undefined {
  const seconds = Math.min(wanted, Math.floor((budget.deadline - startsAt) / 1000));
  return seconds >= SHORTEST_TIMEOUT_SECONDS ? seconds : undefined;
}
