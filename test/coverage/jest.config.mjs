import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import everything from '../../jest.config.mjs';

// One project, counting: the units from instrumented modules, the others from a bundle that is built of them. `run-counting-tests.ts` sets the variables, which `coverage-run.ts` describes.
const { SHIFT_REPORTS_COVERAGE: folder, SHIFT_REPORTS_COUNTING: where } = process.env;
const rootDir = fileURLToPath(new URL('../..', import.meta.url));
const project = everything.projects.find(({ displayName }) => displayName === where);
const instrumented = [
  join(rootDir, 'test/coverage/instrumented-transform.cjs'),
  { rootDir, modulesFolder: join(folder, 'modules') },
];

export default {
  ...everything,
  rootDir,
  projects: [
    {
      ...project,
      rootDir,
      setupFilesAfterEnv: ['<rootDir>/test/coverage/count-in-test-file.ts'],
      transform: { ...(where === 'unit' && { '/src/.+\\.tsx?$': instrumented }), ...project.transform },
    },
  ],
};
