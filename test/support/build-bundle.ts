import { execFileSync } from 'node:child_process';

/** Jest's global setup: the tests run what `npm run build` makes, made anew in a process of its own. */
export default function buildBundle(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'build/cli.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
