/** The methods of Google's REST reference that the server has; `upload` is a PUT to an upload session. */
export type Operation =
  | 'datasets.get'
  | 'datasets.insert'
  | 'tables.list'
  | 'tables.get'
  | 'tables.insert'
  | 'tables.patch'
  | 'tables.delete'
  | 'jobs.insert'
  | 'upload'
  | 'jobs.get'
  | 'jobs.query'
  | 'jobs.getQueryResults';

/** What goes wrong. */
export type Fault =
  /** An error answer; nothing is done. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly reason: string;
      readonly message?: string;
      readonly retryAfter?: string;
    }
  /** A page of HTML, as a proxy may answer. */
  | { readonly kind: 'html'; readonly status: number }
  /** The connection is reset before anything is done. */
  | { readonly kind: 'reset' }
  /** All is done, and then the connection is reset: only the answer is lost. */
  | { readonly kind: 'lost answer' }
  /** Of an upload: the connection is reset after so many bytes of the request's body. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Of an upload: the session is forgotten, and this and all later requests to it answer 410. */
  | { readonly kind: 'lost session' };

/** A fault and the requests that it befalls. */
export interface FaultRule {
  /** @default any */
  readonly on?: Operation;
  readonly fault: Fault;
  /** @default 1 */
  readonly times?: number;
  /** How many requests pass first. @default 0 */
  readonly after?: number;
}

/** Rules in the order in which they were given: a request takes the first that applies to it. */
export class FaultQueue {
  #rules: { readonly rule: FaultRule; left: number; toPass: number }[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? 1, toPass: rule.after ?? 0 });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault of a request, used up. */
  take(operation: Operation): Fault | undefined {
    for (const entry of this.#rules) {
      if (entry.rule.on !== undefined && entry.rule.on !== operation) continue;
      if (entry.toPass > 0) {
        entry.toPass -= 1;
        continue;
      }
      entry.left -= 1;
      if (entry.left <= 0) this.#rules = this.#rules.filter((one) => one !== entry);
      return entry.rule.fault;
    }
    return undefined;
  }
}
