import type { World } from './world';

/**
 * Remembers everything that outlives an execution, so that many runs can begin in the same prepared world.
 *
 * @returns What puts it back, as often as wanted; cheap, since workbooks, cells and pairs are shared until they change.
 */
export function savePoint(world: World): () => void {
  const { caches, consents, ui, clock, random, switches } = world;
  const puts = [
    mapPoint(world.documents),
    mapPoint(world.deletedDocuments),
    ...[...world.documents.values(), ...world.deletedDocuments.values()].map((document) =>
      document.savePoint(),
    ),
    caches.savePoint(),
    scopesPoint(world.properties.scopes),
    mapPoint(world.locks.holders),
    mapPoint(world.quotas.accounts, (account) => ({ ...account })),
    listPoint(world.triggers.triggers, (trigger) => ({ ...trigger })),
    consents.savePoint(),
    ui.savePoint(),
    ...[world.mails, world.requests, world.logs, world.internalErrors].map((list) =>
      listPoint<unknown>(list),
    ),
    clock.savePoint(),
    random.savePoint(),
    objectPoint(switches),
    objectPoint(switches.quotas),
  ];
  return () => {
    for (const put of puts) put();
  };
}

/** What gives a map the entries back that it has now. */
export function mapPoint<Key, Value>(
  map: Map<Key, Value>,
  copyOf: (value: Value) => Value = (value) => value,
): () => void {
  const kept = [...map].map(([key, value]) => [key, copyOf(value)] as const);
  return () => {
    map.clear();
    for (const [key, value] of kept) map.set(key, copyOf(value));
  };
}

/** The same for maps in a map. */
export function scopesPoint<Value>(scopes: Map<string, Map<string, Value>>): () => void {
  return mapPoint(scopes, (pairs) => new Map(pairs));
}

/** What gives a list the members back that it has now. */
export function listPoint<Item>(list: Item[], copyOf: (item: Item) => Item = (item) => item): () => void {
  const kept = list.map(copyOf);
  return () => {
    list.length = 0;
    for (const item of kept) list.push(copyOf(item));
  };
}

function objectPoint<T extends object>(object: T): () => void {
  const kept = { ...object };
  return () => void Object.assign(object, kept);
}
