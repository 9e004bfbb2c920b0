import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createContext } from 'node:vm';
import { loadBundle } from '../emulator/bundle-scripts';
import { type Scene, Stage, state } from '../support/scene';

/** How much of the built script one execution passes, besides what runs whenever the script loads. */
export interface Passed {
  readonly execution: string;
  /** Of `src` only. */
  readonly functions: number;
  readonly files: number;
}

/** Counts what a warm formula, a refresh in the sidebar and a scheduled run pass, in the script in `build/dist`. */
export async function passedFiles(): Promise<Passed[]> {
  const counter = new CallCounter(resolve('build/dist'));
  const stage = await Stage.start();
  try {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    state(scene.ask('sidebarRefreshReport', id));
    scene.formula('2026-03-01', '2026-03-02');
    await scene.serve([]);
    scene.formula('2026-03-01', '2026-03-02');
    return [
      counter.count('warm formula', () => scene.formula('2026-03-01', '2026-03-02')),
      counter.count('refresh in the sidebar', () => scene.refresh(id)),
      counter.count('scheduled run', () => nextRun(scene)),
    ];
  } finally {
    await stage.close();
    counter.close();
  }
}

function nextRun(scene: Scene): void {
  if (scene.emulator.advance({ hours: 1, minutes: 1 }).length !== 1) throw new Error('One run was expected.');
}

interface FunctionCalls {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
}

/** Counts calls of the functions of `Code.js`, as V8 counts them. */
class CallCounter {
  private readonly session = new Session();
  private readonly script: string;
  /** Where the modules begin in the script, in order. */
  private readonly modules: readonly { readonly file: string; readonly at: number }[];
  private readonly atLoad: ReadonlyMap<number, number>;

  constructor(private readonly dist: string) {
    this.script = join(dist, 'Code.js');
    const text = readFileSync(this.script, 'utf8');
    // The bundler names each module in a comment above it.
    const heads = text.matchAll(/^ *\/\/ (\S+\.tsx?|node_modules\/\S+)$/gm);
    this.modules = Array.from(heads, ({ 1: file = '', index }) => ({ file, at: index }));
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    this.atLoad = this.callsOf(() => loadBundle(this.dist, createContext({})));
  }

  count(execution: string, work: () => void): Passed {
    const calls = this.callsOf(work);
    const passed = [...calls].filter(([at, count]) => count > (this.atLoad.get(at) ?? 0));
    const files = passed.map(([at]) => this.fileAt(at)).filter((file) => file.startsWith('src/'));
    return { execution, functions: files.length, files: new Set(files).size };
  }

  close(): void {
    this.session.disconnect();
  }

  /** The calls of each function during some work, by where the function begins. */
  private callsOf(work: () => void): Map<number, number> {
    this.take();
    work();
    const calls = new Map<number, number>();
    for (const { ranges } of this.take()) {
      const [{ startOffset, count } = { startOffset: 0, count: 0 }] = ranges;
      if (count > 0 && startOffset > 0) calls.set(startOffset, (calls.get(startOffset) ?? 0) + count);
    }
    return calls;
  }

  /** The calls since the last time. */
  private take(): FunctionCalls[] {
    let found: FunctionCalls[] = [];
    this.session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error;
      found = answer.result
        .filter(({ url }) => url === pathToFileURL(this.script).href)
        .flatMap(({ functions }) => functions);
    });
    return found;
  }

  private fileAt(offset: number): string {
    return this.modules.filter(({ at }) => at <= offset).at(-1)?.file ?? '';
  }
}
