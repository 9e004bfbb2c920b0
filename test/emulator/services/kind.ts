import type { Execution } from '../execution';
import { HostError } from '../values';

let current: Execution | undefined;

/** The execution whose script runs now. */
export function running(): Execution {
  if (current === undefined) throw new Error('No script runs.');
  return current;
}

/** Runs something as an execution. */
export function runAs<Result>(execution: Execution, run: () => Result): Result {
  const before = current;
  current = execution;
  try {
    return run();
  } finally {
    current = before;
  }
}

/** The members of a class: each is given what belongs to the object, then the arguments. */
export interface Members<Own> {
  // biome-ignore lint/suspicious/noExplicitAny: the type definitions of Apps Script check what the script hands over.
  readonly [member: string]: (own: Own, ...args: any[]) => unknown;
}

const owns = new WeakMap<object, { readonly kind: string; readonly own: unknown }>();

/**
 * A class of Apps Script, as far as it is emulated: any other member throws its name. A member that answers nothing gives the
 * object back.
 *
 * @param calls Service calls: judged, counted, priced.
 * @param plain What is answered in the script.
 * @param constants Enums.
 * @returns What makes an object of it.
 */
export function kind<Own>(
  name: string,
  calls: Members<Own>,
  plain: Members<Own> = {},
  constants: Readonly<Record<string, unknown>> = {},
): (own: Own) => object {
  const member = (self: object, own: Own, key: string): unknown => {
    const [call, answer] = [calls[key], plain[key]];
    if (call !== undefined || answer !== undefined)
      return (...args: unknown[]) => {
        const result = call
          ? running().call(`${name}.${key}`, args, () => call(own, ...args))
          : inTheScript(() => answer?.(own, ...args));
        return result === undefined ? self : result;
      };
    if (key in constants) return constants[key];
    if (key === 'toString') return () => name;
    if (key === 'toJSON' || key === 'then') return undefined;
    throw running().realm.exception(`${name}.${key} is not emulated`);
  };
  return (own) => {
    const self: object = new Proxy(
      {},
      {
        get: (target, key) => (typeof key === 'symbol' ? Reflect.get(target, key) : member(self, own, key)),
        set: (_, key) => {
          throw running().realm.exception(`${name}.${String(key)} is not emulated`);
        },
      },
    );
    owns.set(self, { kind: name, own });
    return self;
  };
}

/**
 * A builder: each setter tells what it changes of the draft, and gives the builder back.
 *
 * @param build What `build` makes of the draft.
 */
export function builder<Draft extends object>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: as in Members.
  setters: { readonly [member: string]: (draft: Draft, ...args: any[]) => Partial<Draft> },
  build: (draft: Draft) => object,
): (draft: Draft) => object {
  const members = Object.entries(setters).map(([member, set]) => [
    member,
    (draft: Draft, ...args: unknown[]) => void Object.assign(draft, set(draft, ...args)),
  ]);
  return kind(name, {}, { ...Object.fromEntries(members), build: (draft: Draft) => build({ ...draft }) });
}

function inTheScript<Result>(answer: () => Result): Result {
  try {
    return answer();
  } catch (error) {
    throw error instanceof HostError ? running().realm.exception(error.message) : error;
  }
}

/** What belongs to an object of a class. @throws {HostError} for any other value. */
export function ownOf<Own>(name: string, object: unknown): Own {
  const found = typeof object === 'object' && object !== null ? owns.get(object) : undefined;
  if (found?.kind === name) return found.own as Own;
  throw new HostError(`The parameters don't match the method signature: a ${name} is wanted.`);
}

/** An enum of the platform: each member prints its own name. */
export function enumOf(...names: string[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    names.map((name) => [name, Object.freeze({ toString: () => name, toJSON: () => name })]),
  );
}
