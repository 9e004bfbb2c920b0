import { SIMULTANEOUS_SIDEBAR_CALLS } from '../limits';
import type { RunRequest } from '../run-request';

/** Whether an execution may start beside those that run. */
export type Admission = 'go' | 'wait' | 'refuse';

/** Counts what runs at the same time: all of a user's executions, and the calls of one page. */
export class AdmissionDesk {
  readonly #running = new Map<string, number>();

  /**
   * Asks for a place. `refuse` is fact F18 (E11), `wait` is fact H9: the eleventh call of a page.
   *
   * @param limit Executions of one user at the same time.
   */
  ask(request: RunRequest, limit: number): Admission {
    if (request.kind === 'sidebar' && this.#count(pageOf(request)) >= SIMULTANEOUS_SIDEBAR_CALLS)
      return 'wait';
    return this.#count(request.user) >= limit ? 'refuse' : 'go';
  }

  enter(request: RunRequest): void {
    for (const name of [request.user, pageOf(request)]) this.#running.set(name, this.#count(name) + 1);
  }

  leave(request: RunRequest): void {
    for (const name of [request.user, pageOf(request)]) this.#running.set(name, this.#count(name) - 1);
  }

  #count(name: string): number {
    return this.#running.get(name) ?? 0;
  }
}

function pageOf(request: RunRequest): string {
  return `${request.kind} ${request.user} ${request.document?.id ?? ''}`;
}
