import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { BuildPlugins } from '../../build/bundle';
import { thisCoverageRun } from './coverage-run';

/** Has the add-on built of instrumented modules, as far as its branches are counted; as it is where nobody measures. */
export function measuringPlugins(): BuildPlugins {
  const run = thisCoverageRun();
  const instrumented = run === undefined ? [] : [readFrom(run.modulesFolder)];
  return {
    script: run?.where === 'integration' ? instrumented : [],
    page: run?.where === 'browser' ? instrumented : [],
  };
}

function readFrom(folder: string): Plugin {
  return {
    name: 'instrumented-sources',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const file = join(folder, relative(process.cwd(), path));
        if (!existsSync(file)) return undefined;
        return { contents: readFileSync(file, 'utf8'), loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
