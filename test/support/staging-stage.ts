import { afterAll, beforeAll } from '@jest/globals';
import { builtWith } from './built-with';
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
 * test one that stages small tables.
 *
 * @returns What holds them: they are there from the first `beforeAll` on.
 */
export function stagingStage(): StagingStage {
  let opened: Stage | undefined;
  const staging = builtWith({ directWriteCells: FEW_CELLS });
  beforeAll(async () => {
    opened = await Stage.start({ allowance: 100_000 });
  });
  afterAll(() => opened?.close());
  return {
    get stage() {
      if (opened === undefined) throw new Error('The stage is not there yet.');
      return opened;
    },
    staging,
    open(isStaged, options = {}) {
      return this.stage.open(isStaged ? { ...options, dist: staging } : options);
    },
  };
}
