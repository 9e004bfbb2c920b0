import type { Scene } from './scene';

/** The store of the scene's document; what is set in it was stored behind the add-on's back. */
function storeOf({ emulator }: Scene): Map<string, string> {
  const stores = [...emulator.properties.values()];
  return stores.find((entries) => entries.has('connection')) ?? new Map();
}

/** All properties of the scene's document. */
export function documentProperties(scene: Scene): Record<string, string> {
  return Object.fromEntries(storeOf(scene));
}

/** Changes what is stored of the spreadsheet, behind the add-on's back. */
export function store(scene: Scene, changes: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(changes)) storeOf(scene).set(name, text);
}
