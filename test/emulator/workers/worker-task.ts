import type { Book } from '../book';
import type { FormulaArgument } from '../bridge';
import { functionNotFound } from '../error-texts';
import type { ExecutionKind } from '../execution-kinds';
import type { Fault } from '../fault';
import { formulaRequest } from '../formula-run';
import { type RunRequest, simpleEvent } from '../run-request';
import type { ScriptRunner } from '../script-runner';
import { asSidebarCall, copyArguments } from '../sidebar-arguments';

/** One execution for a worker thread. */
export interface WorkerTask {
  readonly book: Book;
  readonly user: string;
  readonly kind: Exclude<ExecutionKind, 'trigger'>;
  /** Function to call; a formula's name ignores case. */
  readonly name: string;
  /** Of a formula or a sidebar call. @default none */
  readonly args?: readonly unknown[];
  /** The cell of a formula. */
  readonly cell?: RunRequest['cell'];
  /** Instead of the emulator's own. */
  readonly fault?: Fault;
}

/** The request behind a task. @throws {IllegalArgument} for sidebar arguments that cannot cross. */
export function taskRequest(task: WorkerTask, runner: ScriptRunner): RunRequest {
  if (task.kind === 'sidebar') {
    const [name, args] = asSidebarCall(runner, task.name, task.args ?? []);
    return requestOf({ ...task, name, args }, runner);
  }
  return requestOf(task, runner);
}

function requestOf(task: WorkerTask, runner: ScriptRunner): RunRequest {
  const { book, user, kind, args = [] } = task;
  const functionName = runner.entryPoint(task.name, kind === 'formula' ? 'ignore-case' : 'exact');
  const name = functionName ?? task.name;
  if (kind === 'formula') {
    const request = formulaRequest(book.document, user, name, args as readonly FormulaArgument[], task.cell);
    return functionName === null ? { ...request, refusal: functionNotFound(name) } : request;
  }
  const isEvent = kind === 'open-none' || kind === 'open-limited' || kind === 'install';
  return {
    kind,
    functionName: name,
    user,
    document: book.document,
    args: isEvent ? simpleEvent(kind) : copyArguments(args),
    ...(functionName === null ? { refusal: functionNotFound(name) } : {}),
  };
}
