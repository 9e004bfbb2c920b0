import type { Scene } from './scene';

/** All properties of the scene's document. */
export function documentProperties(scene: Scene): Record<string, string> {
  const { properties: scopes } = scene.emulator.world;
  const [scope] = [...scopes.keys()].filter((name) => scopes.get(name)?.has('connection'));
  return Object.fromEntries(scopes.get(scope ?? '') ?? []);
}
