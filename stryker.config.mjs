import jestConfig from './jest.config.mjs';

/** Mutation runs by the unit tests. The command, with its versions, stands in docs/decisions/0002-dependencies.md. */
export default {
  plugins: ['@stryker-mutator/jest-runner'],
  testRunner: 'jest',
  jest: {
    config: {
      ...jestConfig,
      projects: jestConfig.projects.filter(({ displayName }) => displayName === 'unit'),
    },
    enableFindRelatedTests: true,
  },
  // TypeScript 7 has no interface for programs: Stryker leaves tsconfig.json as it is.
  tsconfigFile: 'none',
  coverageAnalysis: 'off',
  concurrency: 2,
  mutate: ['src/figures/*.ts', 'src/reports/**/*.ts'],
  reporters: ['clear-text', 'progress'],
  tempDirName: 'build/cache/stryker',
};
