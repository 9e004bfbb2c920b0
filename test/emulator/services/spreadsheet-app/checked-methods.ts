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
