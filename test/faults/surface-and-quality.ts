import type { Requirement } from './requirement';

/** Surface (U), supply chain (P) and quality of the tests (Q). */
export const SURFACE_AND_QUALITY: readonly Requirement[] = [
  {
    id: 'U1',
    promise: 'The functions that can be called are those of the list',
    target: 'equal, 0 others',
    files: ['test/build/check-entry-points.test.ts', 'test/build/product.test.ts'],
  },
  {
    id: 'U2',
    promise: 'No text makes an element in the sidebar',
    target: 'at least 40 payloads × every text: 0 elements',
    files: [
      'test/build/check-page.test.ts',
      'test/build/bundle.test.ts',
      'test/browser/sidebar-hostile.test.ts',
    ],
  },
  {
    id: 'U3',
    promise: 'Odd arguments of exposed functions end in a plain refusal, with nothing asked or written',
    target: 'at least 20,000 of each: 0 uncaught, 0 requests, 0 writes',
    isRecorded: true,
    files: ['test/integration/argument-fuzz.test.ts', 'test/integration/sidebar-input.test.ts'],
    full: { ARGUMENT_RUNS: '10000' },
  },
  {
    id: 'P1',
    promise: 'What ships loads nothing: every package is inside the bundle, under a licence that allows it',
    target: '0 packages loaded at run time',
    files: ['test/build/licences.test.ts', 'test/build/layers.test.ts'],
    gap: 'Two packages, preact and valibot, are bundled: 0 dependencies was the goal.',
  },
  {
    id: 'P2',
    promise: 'Every package of the lock file has an exact version and a checksum',
    target: '100 %',
    isRecorded: true,
    files: ['test/build/lock-file.test.ts'],
  },
  {
    id: 'P3',
    promise: 'Builds have the same bytes, and hold no address but the configured ones',
    target: '3 equal builds; 0 addresses',
    files: ['test/build/product.test.ts', 'test/build/bundle.test.ts', 'test/build/check-addresses.test.ts'],
    gap: 'Two builds are compared, both on one machine.',
  },
  {
    id: 'P4',
    promise: 'Every package has a licence of the allow-list',
    target: '0 outside',
    files: ['test/build/licences.test.ts'],
  },
  {
    id: 'Q1',
    promise: 'Unit tests notice changes of the cores',
    target: 'at least 90 %, each survivor with its reason',
    files: [],
    gap: 'Measured by npm run mutation, which takes hours: see its own table.',
  },
  {
    id: 'Q2',
    promise: 'Tests take the branches of the code',
    target: 'at least 95 %',
    files: [],
    gap: 'Branch coverage is not measured: the product runs as one bundle in realms of the emulator, which Jest’s instruments do not see.',
  },
  {
    id: 'Q3',
    promise: 'Months of hourly refreshes with faults end with the service’s rows',
    target: '1,000 days and 100,000 requests: 0 breaks; memory growth below 10 %',
    isRecorded: true,
    files: ['test/integration/virtual-days.test.ts'],
    full: { DAYS: '1000' },
    gap: 'The heap of the whole process is measured, not that of the script. 1,000 days make about 25,000 requests, not 100,000.',
  },
  {
    id: 'Q4',
    promise: 'Requests of the bundle and answers of the local service fit the OpenAPI file',
    target: 'all',
    isRecorded: true,
    files: ['test/contract/api/*.test.ts', 'test/integration/wire.test.ts'],
    gap: 'All requests of one whole session are checked, not those of all suites.',
  },
  {
    id: 'Q5',
    promise: 'The whole suite runs in ten minutes on two cores',
    target: 'at most 10 minutes',
    files: [],
    gap: 'No test can time the suite that it is part of; measure it with `time npm test`.',
  },
];
