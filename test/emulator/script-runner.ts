import type { ExecutionRecord } from './execution-record';
import type { RunRequest } from './run-request';
import type { World } from './world/world';

/** What people and spreadsheets need of the emulator. */
export interface ScriptRunner {
  readonly world: World;
  /** Runs one execution in this thread; it has ended when this returns. */
  run(request: RunRequest): ExecutionRecord;
  /** The entry point's own spelling of a name, or null. Formulas ignore case, the others do not. */
  entryPoint(name: string, how: 'exact' | 'ignore-case'): string | null;
}
