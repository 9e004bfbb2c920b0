import type { CallRecord, ExecutionRecord } from '../emulator/execution';
import type { SentRequest } from '../emulator/world';
import type { ActionView, ExecutionView, RequestView } from './protocol';

/** Gathers the executions that one action of a person sets off, for the call panel. */
export class ActionLog {
  readonly #requests: () => readonly SentRequest[];
  readonly #onChange: (action: ActionView) => void;
  #action: ActionView = { title: '', executions: [] };

  /**
   * @param requests Every request that was sent.
   * @param onChange Told of the action after each of its executions.
   */
  constructor(requests: () => readonly SentRequest[], onChange: (action: ActionView) => void) {
    this.#requests = requests;
    this.#onChange = onChange;
  }

  /** Begins an action, unless the one under way has the same title and `joins` it. */
  begin(title: string, joins = false): void {
    if (joins && this.#action.title === title) return;
    this.#action = { title, executions: [] };
    this.#onChange(this.#action);
  }

  /** Adds an execution that has ended. */
  add(record: ExecutionRecord): void {
    const executions = [...this.#action.executions, executionView(record, this.#requests())];
    this.#action = { ...this.#action, executions };
    this.#onChange(this.#action);
  }
}

function executionView(record: ExecutionRecord, requests: readonly SentRequest[]): ExecutionView {
  return {
    id: record.id,
    kind: record.kind,
    functionName: record.functionName,
    failure: record.outcome.kind === 'returned' ? null : record.outcome.message,
    calls: countByMethod(record.calls),
    wireCalls: record.wireCalls,
    cellsRead: record.cellsRead,
    cellsWritten: record.cellsWritten,
    requests: requests.filter(({ executionId }) => executionId === record.id).map(requestView),
  };
}

function countByMethod(calls: readonly CallRecord[]): ExecutionView['calls'] {
  const counts = new Map<string, number>();
  for (const { method } of calls) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => ({ method, count })).sort((a, b) => b.count - a.count);
}

/** Address and outcome only: headers and bodies hold the secret and the token. */
function requestView({ method, url, outcome }: SentRequest): RequestView {
  // A query may hold a key, such as that of a webhook.
  return { method: method.toUpperCase(), url: url.replace(/\?.*$/s, '?…'), outcome };
}
