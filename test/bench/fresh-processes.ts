import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** A task of `samples/tasks.ts` and how many rows it gets. */
export interface Sample {
  readonly task: string;
  readonly rows: number;
}

/** How often each sample is taken. */
export const SAMPLES = 7;

/**
 * Times tasks in fresh processes, as each execution of Apps Script is one.
 *
 * They take turns within a round; of each the least processor time counts.
 */
export class FreshProcesses {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  private readonly program = path.join(this.folder, 'samples.cjs');
  private readonly least = new Map<string, number>();

  constructor(root: string) {
    const entry = path.join(root, 'test/bench/samples/cli.ts');
    const options = { bundle: true, platform: 'node', target: 'es2019' } as const;
    // As the add-on is built: fields are assigned, not defined, which would cost a call each.
    const tsconfigRaw = { compilerOptions: { alwaysStrict: true, useDefineForClassFields: false } };
    buildSync({ entryPoints: [entry], ...options, tsconfigRaw, outfile: this.program });
  }

  /** Takes samples of each. */
  measure(samples: readonly Sample[]): void {
    for (let round = 0; round < SAMPLES; round += 1) {
      for (const sample of samples) {
        const millis = this.run(sample);
        this.least.set(keyOf(sample), Math.min(millis, this.least.get(keyOf(sample)) ?? millis));
      }
    }
  }

  /** The least processor time so far, in milliseconds. @throws {Error} for what was not measured. */
  millis(sample: Sample): number {
    const millis = this.least.get(keyOf(sample));
    if (millis === undefined) throw new Error(`${keyOf(sample)} was not measured.`);
    return millis;
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  private run({ task, rows }: Sample): number {
    // One thread, so that collecting garbage is counted once and where it is caused.
    const words = ['--single-threaded', this.program, task, String(rows)];
    return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  }
}

function keyOf({ task, rows }: Sample): string {
  return `${task}, ${rows} rows`;
}
