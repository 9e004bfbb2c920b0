/** Everything that may cross the bridge, as the host's `Json`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** The functions the host gives to the realm. They stay in this module: the script must never hold a host object. */
export interface HostFunctions {
  /** One service call, as JSON text both ways. Never throws. */
  readonly call: (call: string) => string;
  /** A computation without effect, by name, as JSON text both ways. Never throws, is not recorded. */
  readonly compute: (operation: string, input: string) => string;
  /** Milliseconds since 1970 on the emulator's clock. */
  readonly now: () => number;
  /** The next number of the emulator's seeded generator, 0 to below 1. */
  readonly random: () => number;
}

let host: HostFunctions | undefined;

/** Connects this realm to its host. Called once, before any script code runs. */
export function connect(functions: HostFunctions): void {
  host = functions;
}

function connected(): HostFunctions {
  if (host === undefined) throw new Error('The realm is not connected.');
  return host;
}

/** Milliseconds since 1970 on the emulator's clock. */
export function hostNow(): number {
  return connected().now();
}

/** A random number from the emulator's seeded generator. */
export function hostRandom(): number {
  return connected().random();
}

/** The error that Google's services throw; logs print it as `Exception: text`. */
export class Exception extends Error {
  constructor(message: string) {
    super(message);
    Object.defineProperty(this, 'name', { value: 'Exception', configurable: true, writable: true });
  }
}

/**
 * Calls one method on the host. A `Date` inside `args` crosses as `{ $date: millis }` and comes back as a `Date` of
 * this realm; `undefined` crosses as null.
 *
 * @throws {Exception} The platform's refusal, in its own words.
 */
// biome-ignore lint/suspicious/noExplicitAny: each service knows the shape that its own handler answers with.
export function callHost(method: string, target: Json, args: readonly unknown[]): any {
  const call = JSON.stringify({ method, target, args: args.map(encode) });
  return unwrap(connected().call(call));
}

/** Runs one of the host's computations (digest, compression). @throws {Exception} as the host says. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape that its computation answers with.
export function computeOnHost(operation: string, input: Json): any {
  return unwrap(connected().compute(operation, JSON.stringify(input)));
}

function unwrap(text: string): unknown {
  const reply = JSON.parse(text);
  if (typeof reply.error === 'string') throw new Exception(reply.error);
  return decode(reply.value);
}

/** Marks dates, so that they survive JSON. Invalid dates and numbers that JSON cannot hold become null. */
export function encode(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (isDate(value)) return { $date: value.getTime() };
  if (Array.isArray(value)) return Array.from(value, encode);
  if (typeof value === 'object') {
    const copy: { [member: string]: Json } = {};
    for (const key of Object.keys(value)) copy[key] = encode((value as Record<string, unknown>)[key]);
    return copy;
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return String(value);
}

/** The reverse of `encode`, in place. */
// biome-ignore lint/suspicious/noExplicitAny: walks JSON of any shape, in place.
export function decode(value: any): any {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const member = value[index];
      if (member !== null && typeof member === 'object') value[index] = decode(member);
    }
    return value;
  }
  if (typeof value.$date === 'number') return new Date(value.$date);
  for (const key of Object.keys(value)) value[key] = decode(value[key]);
  return value;
}

/** True for dates of any realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** How the platform names an argument's type in E4. */
function platformType(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'number[]';
  if (typeof value === 'object') return isDate(value) ? 'Date' : `(class)`;
  return typeof value === 'string' ? 'String' : typeof value === 'number' ? 'number' : typeof value;
}

/** What an argument must be. `any` takes everything; a trailing `?` makes it optional. */
export type ArgumentType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'function'
  | 'date'
  | 'any'
  | 'string?'
  | 'number?'
  | 'boolean?'
  | 'object?'
  | 'array?'
  | 'function?'
  | 'any?';

/**
 * Refuses arguments that fit none of the method's signatures, as the platform does (E4).
 *
 * @throws {Exception} `The parameters (String) don't match the method signature for Class.method.`
 */
export function checkArguments(
  method: string,
  args: ArrayLike<unknown>,
  ...signatures: readonly (readonly ArgumentType[])[]
): void {
  if (signatures.some((signature) => fits(args, signature))) return;
  const types = Array.from(args, platformType).join(',');
  throw new Exception(`The parameters (${types}) don't match the method signature for ${method}.`);
}

/** A method that refuses wrong arguments (E4) before its body runs. Needs no `this`. */
export function checked<Arguments extends unknown[], Result>(
  method: string,
  signatures: readonly (readonly ArgumentType[])[],
  body: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return (...args) => {
    checkArguments(method, args, ...signatures);
    return body(...args);
  };
}

function fits(args: ArrayLike<unknown>, signature: readonly ArgumentType[]): boolean {
  if (args.length > signature.length) return false;
  return signature.every((type, index) => {
    const optional = type.endsWith('?');
    if (index >= args.length) return optional;
    const value = args[index];
    if (value === undefined && optional) return true;
    return isOfType(value, optional ? type.slice(0, -1) : type);
  });
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'any') return true;
  if (type === 'date') return isDate(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null;
  return typeof value === type;
}

/**
 * Wraps a service object: reading or setting a member it does not have throws its name. Its methods run with the
 * wrapper as `this`, so they keep state in closures or ordinary fields, never in `#private` ones.
 *
 * `toJSON`, `then`, symbols and Object's own members are let through, because the language itself asks for them.
 *
 * @param shared Members that all objects of the class share, as the object's prototype.
 */
export function refuseUnknownMembers<T extends object>(
  className: string,
  object: T,
  shared: object | null = null,
): T {
  if (shared !== null) Object.setPrototypeOf(object, shared);
  return new Proxy(object, {
    get(target, member, receiver) {
      if (typeof member === 'symbol' || member in target) return Reflect.get(target, member, receiver);
      if (member === 'toJSON' || member === 'then') return undefined;
      throw new Exception(`${className}.${member} is not emulated`);
    },
    set(target, member, value) {
      if (member in target) return Reflect.set(target, member, value);
      throw new Exception(`${className}.${String(member)} is not emulated`);
    },
  });
}
