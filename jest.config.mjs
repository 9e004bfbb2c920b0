/** One Jest project per kind of test, from fast to slow. See CONTRIBUTING.md. */
const project = (displayName, folder, more = {}) => ({
  displayName,
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/${folder}/**/*.test.{ts,tsx}`],
  transform: { '\\.tsx?$': '<rootDir>/test/support/jest-esbuild-transform.cjs' },
  ...more,
});

export default {
  testTimeout: 60_000,
  projects: [
    project('unit', 'unit'),
    project('build', 'build'),
    project('contract', 'contract'),
    project('integration', 'integration'),
    project('browser', 'browser'),
  ],
};
