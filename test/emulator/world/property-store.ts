import { HostError } from '../host-errors';
import { PROPERTY_KEY_BYTES, PROPERTY_STORE_BYTES, PROPERTY_VALUE_BYTES } from '../limits';

/** All property stores, by scope. Plain data that a test may look into. */
export class PropertyStore {
  readonly scopes = new Map<string, Map<string, string>>();

  get(scope: string, key: string): string | null {
    return this.scopes.get(scope)?.get(key) ?? null;
  }

  /** A copy of all pairs. */
  all(scope: string): Record<string, string> {
    return Object.fromEntries(this.scopes.get(scope) ?? []);
  }

  /** Writes all pairs or none. @throws {HostError} for a key, value or store that is too large. */
  set(scope: string, pairs: Readonly<Record<string, string>>, deleteAllOthers: boolean): void {
    const before = deleteAllOthers ? [] : [...(this.scopes.get(scope) ?? [])];
    const store = new Map([...before, ...Object.entries(pairs)]);
    for (const [key, value] of Object.entries(pairs)) checkPair(key, value);
    let bytes = 0;
    for (const [key, value] of store) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
    if (bytes > PROPERTY_STORE_BYTES) throw new HostError(STORE_FULL);
    this.scopes.set(scope, store);
  }

  remove(scope: string, key: string): void {
    this.scopes.get(scope)?.delete(key);
  }

  removeAll(scope: string): void {
    this.scopes.delete(scope);
  }
}

/** E17. */
const STORE_FULL =
  'You have exceeded the property storage quota. Please remove some properties and try again.';

function checkPair(key: string, value: string): void {
  if (Buffer.byteLength(key) > PROPERTY_KEY_BYTES) throw new HostError('Data storage error');
  if (Buffer.byteLength(value) > PROPERTY_VALUE_BYTES) throw new HostError('Argument too large: value');
}
