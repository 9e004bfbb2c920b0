import { createContext, Script } from 'node:vm';
import { bundleMark, loadBundle } from './bundle-scripts';
import { compute } from './compute';
import type { Outcome } from './execution-record';

/** What the realm may ask of the thread that runs it. */
export interface RealmHost {
  /** Answers one service call, JSON text both ways. Never throws. */
  readonly call: (call: string) => string;
  /** Milliseconds since 1970 on the emulator's clock. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** What the services' text gives: functions that live in the realm. */
interface Services {
  install(functions: RealmHost & { compute: typeof compute }): void;
  invoke(style: string, name: string, args: string): string;
  describeError(error: unknown): string;
}

/** One function call in a realm. */
export interface RealmTask {
  readonly dist: string;
  /** Whether all top-level code runs again, as on the platform: loading takes most of an execution. */
  readonly isFresh: boolean;
  readonly functionName: string;
  readonly style: 'formula' | 'sidebar' | 'event';
  /** JSON text of the list of arguments. */
  readonly argumentsText: string;
  /**
   * Backstop for endless loops, in real time; neither `catch` nor `finally` of the script runs after it. Absent where
   * the thread is watched from outside.
   */
  readonly loopTimeoutMillis?: number;
}

/**
 * Names of the language that scripts use most, each as a variable beside the global object: Node asks a host function for
 * every property of a realm's global object, a twentieth of the time of most executions. A script that assigns to one of
 * them changes the variable alone, and none may declare one.
 */
const NEAR_NAMES = ['Array', 'Boolean', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String'];
const nearNames = new Script(`let ${NEAR_NAMES.map((name) => `${name} = globalThis.${name}`).join(', ')};`, {
  filename: 'near-names.js',
});

let compiled: { readonly text: string; readonly script: Script } | null = null;
const entry = new Script('run_()', { filename: 'entry.js' });

/** A realm with the services and the bundle loaded, and the host that it talks to at present. */
interface LoadedRealm {
  readonly mark: string;
  readonly context: Record<string, unknown>;
  readonly services: Services;
  host: RealmHost;
}

/** Realms that no execution uses, the newest last. */
const idle: LoadedRealm[] = [];
const MOST_IDLE = 4;

/**
 * Runs one function of the built bundle in a realm: bare JavaScript, the emulated services, then the bundle, loaded by
 * gas-local. A realm whose execution has ended takes the next one, unless that wants a fresh one.
 *
 * @param servicesText See `bundledText`; compiled once per thread.
 * @returns The outcome as this kind of caller sees it.
 */
export function runInRealm(servicesText: string, task: RealmTask, host: RealmHost): Outcome {
  const mark = bundleMark(task.dist);
  const place = task.isFresh ? -1 : idle.findLastIndex((realm) => realm.mark === mark);
  const [kept] = place < 0 ? [] : idle.splice(place, 1);
  const realm = kept ?? openRealm(servicesText, mark, host);
  realm.host = host;
  try {
    if (kept === undefined) loadBundle(task.dist, realm.context);
  } catch (error) {
    return outcomeOf(realm.services.describeError(error));
  }
  const { context, services } = realm;
  if (typeof context[task.functionName] !== 'function') {
    return { kind: 'threw', name: 'Exception', message: `Script function not found: ${task.functionName}` };
  }
  const outcome = invokeWithBackstop(services, context, task);
  // What was cut off in the middle of its work is not used again.
  if (outcome.kind !== 'killed' && !task.isFresh) idle.push(realm);
  if (idle.length > MOST_IDLE) idle.shift();
  return outcome;
}

function openRealm(servicesText: string, mark: string, host: RealmHost): LoadedRealm {
  if (compiled?.text !== servicesText) {
    compiled = { text: servicesText, script: new Script(servicesText, { filename: 'services.js' }) };
  }
  // No prototype: an ordinary object would hand the host's `Object`, and with it `process`, to the script.
  const context = createContext(Object.create(null)) as Record<string, unknown>;
  const services = compiled.script.runInContext(context) as Services;
  const realm = { mark, context, services, host };
  services.install({
    call: (call) => realm.host.call(call),
    now: () => realm.host.now(),
    random: () => realm.host.random(),
    compute,
  });
  nearNames.runInContext(context);
  return realm;
}

function invokeWithBackstop(services: Services, context: object, task: RealmTask): Outcome {
  // The only host function that a script could reach is gone before the script runs: `run_` deletes itself first.
  Object.defineProperty(context, 'run_', {
    configurable: true,
    enumerable: false,
    value: () => {
      Reflect.deleteProperty(context, 'run_');
      return services.invoke(task.style, task.functionName, task.argumentsText);
    },
  });
  try {
    return outcomeOf(
      entry.runInContext(
        context as never,
        task.loopTimeoutMillis === undefined ? {} : { timeout: task.loopTimeoutMillis },
      ) as string,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return { kind: 'killed', message: 'Exceeded maximum execution time' };
  }
}

function outcomeOf(text: string): Outcome {
  const { stack: _stack, ...outcome } = JSON.parse(text);
  return outcome as Outcome;
}
