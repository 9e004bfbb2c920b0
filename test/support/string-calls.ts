/**
 * How often a method of texts is called: what comparing texts costs, whatever the machine.
 *
 * @param isCounted Asked at each call. @default all are counted
 */
export function countStringCalls(
  method: 'charCodeAt' | 'normalize',
  work: () => void,
  isCounted = () => true,
): number {
  const original = String.prototype[method] as (this: string, ...args: unknown[]) => unknown;
  let count = 0;
  const replace = (value: unknown) =>
    Object.defineProperty(String.prototype, method, { value, configurable: true, writable: true });
  replace(function counting(this: string, ...args: unknown[]) {
    if (isCounted()) count += 1;
    return original.apply(this, args);
  });
  try {
    work();
  } finally {
    replace(original);
  }
  return count;
}
