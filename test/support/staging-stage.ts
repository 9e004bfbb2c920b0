import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from '@jest/globals';
import { buildStagingBundle } from './build-staging-bundle';
import { type Scene, type SceneOptions, Stage } from './scene';

/** Two rows of all columns: larger tables are staged, ten rows at a time. */
const FEW_CELLS = 36;

/** A stage, and where the add-on stands that stages small tables, for `dist` of a scene. */
export interface StagingStage {
  readonly stage: Stage;
  readonly staging: string;
  /** A new world with that add-on, or with the one under test. */
  open(isStaged: boolean, options?: SceneOptions): Promise<Scene>;
}

/**
 * The service for a whole test file, without a limit of requests that a test would meet, and beside the add-on under
 * test one that stages small tables. Both are made before the first test and gone after the last.
 *
 * @returns What holds them: they are there from the first `beforeAll` on.
 */
export function stagingStage(): StagingStage {
  let opened: Stage | undefined;
  let built: string | undefined;
  beforeAll(async () => {
    opened = await Stage.start({ allowance: 100_000 });
    built = await buildStagingBundle(FEW_CELLS);
  });
  afterAll(async () => {
    await opened?.close();
    if (built !== undefined) rmSync(built, { recursive: true });
  });
  return {
    get stage() {
      return there(opened);
    },
    get staging() {
      return there(built);
    },
    open(isStaged, options = {}) {
      return this.stage.open(isStaged ? { ...options, dist: this.staging } : options);
    },
  };
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('The stage is not there yet.');
  return thing;
}
