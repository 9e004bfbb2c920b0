import type { HttpAnswer, HttpRequest } from './sync-http/http-exchange';

/** A value that is there at once (one execution at a time) or later (executions in workers). */
export type Eventual<T> = T | Promise<T>;

/** How an execution lets time pass. Each mode of running has its own. */
export interface Waits {
  /** Lets `millis` pass. */
  pause(millis: number): Eventual<void>;
  /** Sends all requests at the same time, answers in their order. */
  exchange(requests: readonly HttpRequest[]): Eventual<HttpAnswer[]>;
  /** Waits until the condition holds, at most `millis`; tells whether it holds. */
  until(condition: () => boolean, millis: number): Eventual<boolean>;
}

/** Goes on with a value now or when it arrives. */
export function after<T, R>(value: Eventual<T>, next: (value: T) => Eventual<R>): Eventual<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
