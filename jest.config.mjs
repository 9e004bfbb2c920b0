/** One Jest project per kind of test, from fast to slow. See CONTRIBUTING.md. */
const project = (displayName, more = {}) => ({
  displayName,
  testEnvironment: 'node',
  sandboxInjectedGlobals: ['Math', 'Number', 'Object', 'Array', 'String', 'Map', 'Set', 'JSON'],
  testMatch: [`<rootDir>/test/${displayName}/**/*.test.{ts,tsx}`],
  // Nothing there is a module: neither copies for mutation testing nor unpacked browsers are looked through.
  modulePathIgnorePatterns: ['<rootDir>/build/(cache|dist|releases)/'],
  transform: { '\\.tsx?$': '<rootDir>/test/support/jest-esbuild-transform.cjs' },
  ...more,
});
const onTheBundle = { globalSetup: '<rootDir>/test/support/build-bundle.ts' };

// Local getters of a Date follow the zone of the process: in Apps Script that is the manifest's.
process.env.TZ = 'Etc/UTC';
// Realms of the emulator are young when they are garbage: room for several between two collections, in MB.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`.trim();

export default {
  // Guards against what hangs. What takes long on a busy machine is waited for by progress: test/support/progress.ts.
  testTimeout: process.env.TEST_LONG === undefined ? 600_000 : 3_600_000,
  // One process for all would grow to gigabytes: worlds of the emulator hold many realms. Four keep two cores busy while
  // two of them wait for a browser or the local service.
  maxWorkers: 4,
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  projects: [
    project('unit'),
    project('build'),
    project('contract'),
    project('integration', onTheBundle),
    project('browser', onTheBundle),
    // Only in `npm run test:long`.
    ...(process.env.TEST_LONG === undefined ? [] : [project('long', onTheBundle)]),
  ],
};
