/** A value in a formula's argument or result, before it becomes a cell. */
export type CellInput = null | boolean | number | string | Date;

/** One argument of a custom function: a single value, or the rows of a range. An omitted one is `undefined`. */
export type FormulaArgument = CellInput | readonly (readonly CellInput[])[] | undefined;

/** A refusal of the platform, which the script gets; logs print it as `Exception: text`. */
export class HostError extends Error {
  override readonly name = 'Exception';
}

/** The function, which remembers what it gave for each text. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const value = of(text);
    known.set(text, value);
    return value;
  };
}

/** True for dates of any realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
