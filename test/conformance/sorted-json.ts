/** JSON text with the members of objects in one order: equal values have equal texts, whatever realm made them. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inside: unknown) => {
    if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) return inside;
    return Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
