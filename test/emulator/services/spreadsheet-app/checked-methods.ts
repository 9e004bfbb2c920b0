import { type ArgumentType, checkArguments } from '../realm';

/** A member of a service class: what it may be given, and what it does. */
export interface Method {
  readonly signatures: readonly (readonly ArgumentType[])[];
  // biome-ignore lint/suspicious/noExplicitAny: the signatures are checked when it is called, each method knows its own.
  readonly run: (...args: any[]) => unknown;
}

/** A member with one signature. */
export function method(signature: readonly ArgumentType[], run: Method['run']): Method {
  return { signatures: [signature], run };
}

/** The members of a class, each of which refuses arguments that fit none of its signatures (E4). */
export function checkedMethods(
  className: string,
  methods: { readonly [member: string]: Method },
): { [member: string]: (...args: unknown[]) => unknown } {
  const members: { [member: string]: (...args: unknown[]) => unknown } = {};
  for (const member of Object.keys(methods)) {
    const { signatures, run } = methods[member] as Method;
    members[member] = (...args) => {
      checkArguments(`${className}.${member}`, args, ...signatures);
      return run(...args);
    };
  }
  return members;
}

/** A member that all objects of a class share: it is given the object's own part first. */
export interface SharedMethod<Own> {
  readonly signatures: Method['signatures'];
  // biome-ignore lint/suspicious/noExplicitAny: as in `Method`.
  readonly run: (own: Own, ...args: any[]) => unknown;
}

/** A shared member with one signature. */
export function sharedMethod<Own>(
  signature: readonly ArgumentType[],
  run: SharedMethod<Own>['run'],
): SharedMethod<Own> {
  return { signatures: [signature], run };
}

/** The members of a class by name. */
export interface SharedMethods<Own> {
  readonly [member: string]: SharedMethod<Own>;
}

/**
 * The members of a class as the prototype of its objects: a script gets thousands of ranges, each with dozens of members,
 * and calls one or two of them. A member is made when it is read, and refuses arguments that fit none of its signatures (E4).
 *
 * @param list Asked once, for the first object: many executions have no range.
 * @param ownOf What belongs to one object.
 */
export function sharedMembers<Own>(
  className: string,
  list: () => SharedMethods<Own>,
  ownOf: (object: object) => Own,
): () => object {
  let prototype: object | undefined;
  return () => {
    prototype ??= makePrototype(className, list(), ownOf);
    return prototype;
  };
}

function makePrototype<Own>(
  className: string,
  methods: SharedMethods<Own>,
  ownOf: (object: object) => Own,
): object {
  const prototype = {};
  for (const member of Object.keys(methods)) {
    const { signatures, run } = methods[member] as SharedMethod<Own>;
    Object.defineProperty(prototype, member, {
      enumerable: true,
      get(this: object) {
        const own = ownOf(this);
        return (...args: unknown[]) => {
          checkArguments(`${className}.${member}`, args, ...signatures);
          return run(own, ...args);
        };
      },
    });
  }
  return prototype;
}
