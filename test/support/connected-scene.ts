import { beforeAll } from '@jest/globals';
import { type Scene, Stage } from './scene';

/**
 * One scene for a whole test file, connected before the first test.
 *
 * @returns What holds the scene and its stage: they are there from the first `beforeAll` on.
 */
export function connectedScene(): { readonly stage: Stage; readonly scene: Scene } {
  let opened: { readonly stage: Stage; readonly scene: Scene } | undefined;
  beforeAll(async () => {
    const stage = new Stage();
    const scene = await stage.open();
    scene.connect();
    opened = { stage, scene };
  });
  const need = () => {
    if (opened === undefined) throw new Error('The scene is not open yet.');
    return opened;
  };
  return {
    get stage() {
      return need().stage;
    },
    get scene() {
      return need().scene;
    },
  };
}
