/** JSON text that stands in a value's place as it is: `{"$raw": "1e400"}`. */
interface RawText {
  readonly $raw: string;
}

/**
 * Changes parts of a JSON value, much like a JSON Merge Patch (RFC 7396), with four differences.
 *
 * Null sets null. `{"$remove": true}` removes a member or an element. `{"$raw": "text"}` puts in JSON text as it
 * is, for what JavaScript cannot hold. In an array, members named by number change that element and `*` changes
 * every element; any other array or value replaces the whole.
 */
export function patchJson(target: unknown, patch: unknown): unknown {
  if (!isObject(patch) || isRawText(patch)) return patch;
  if (Array.isArray(target)) return patchArray(target, patch);
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, change] of Object.entries(patch)) {
    if (isRemoval(change)) members.delete(name);
    else members.set(name, patchJson(members.get(name), change));
  }
  // Unlike assignment, this makes `__proto__` an ordinary member.
  return Object.fromEntries(members);
}

/** Writes a patched value as JSON text, raw parts as they are. */
export function writeJson(value: unknown): string {
  if (isRawText(value)) return value.$raw;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
  );
  return `{${members.join(',')}}`;
}

function patchArray(target: readonly unknown[], patch: Readonly<Record<string, unknown>>): unknown[] {
  return target.flatMap((element, index) => {
    const changes = [patch['*'], patch[String(index)]].filter((change) => change !== undefined);
    if (changes.some(isRemoval)) return [];
    return [changes.reduce(patchJson, element)];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRawText(value: unknown): value is RawText {
  return isObject(value) && typeof value.$raw === 'string';
}

function isRemoval(value: unknown): boolean {
  return isObject(value) && value.$remove === true;
}
