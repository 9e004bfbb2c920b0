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
 */
export function stagingStage(): StagingStage {
  const stage = new Stage({ allowance: 100_000 });
  const staging = builtWith({ directWriteCells: FEW_CELLS });
  return {
    stage,
    staging,
    open: (isStaged, options = {}) => stage.open(isStaged ? { ...options, dist: staging } : options),
  };
}
