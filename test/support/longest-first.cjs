const { statSync } = require('node:fs');

/** Kinds of tests, those first that have the longest files: what is short fills the workers at the end. */
const KINDS = ['browser', 'build', 'integration', 'contract', 'unit'];

/** Jest's sequencer: without times of an earlier run, which a fresh clone has not, by kind and by size. */
module.exports = class LongestFirst {
  sort(tests) {
    const keyed = [...tests].map((test) => ({
      test,
      kind: KINDS.indexOf(test.context.config.displayName?.name ?? ''),
      size: statSync(test.path).size,
    }));
    return keyed.sort((one, other) => one.kind - other.kind || other.size - one.size).map(({ test }) => test);
  }

  /** For `--onlyFailures`, which needs results of an earlier run. */
  allFailedTests(tests) {
    return tests;
  }

  /** For `--shard`. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }

  cacheResults() {}
};
