import { beforeAll } from '@jest/globals';
import { type Scene, Stage } from './scene';

/**
 * One scene for a whole test file, connected before the first test.
 *
 * @returns What holds the scene, which is there from the first `beforeAll` on, and its stage.
 */
export function connectedScene(): { readonly stage: Stage; readonly scene: Scene } {
  const stage = new Stage();
  let scene: Scene | undefined;
  beforeAll(async () => {
    scene = await stage.connected();
  });
  return {
    stage,
    get scene() {
      if (scene === undefined) throw new Error('The scene is not open yet.');
      return scene;
    },
  };
}
