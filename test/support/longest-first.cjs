const { statSync } = require('node:fs');

/** Kinds of tests, those first that have the longest files: what is short fills the workers at the end. */
const KINDS = ['browser', 'build', 'integration', 'contract', 'unit'];

/** Those that mostly wait for a browser or for programs. */
const WAITING = new Set(['browser', 'build']);

/**
 * Jest's sequencer: by kind and by size, because a fresh clone has no times of an earlier run. Tests that mostly wait take
 * turns with the others: browsers alone would leave the cores idle.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const keyed = [...tests].map((test) => ({
      test,
      kind: test.context.config.displayName?.name ?? '',
      size: statSync(test.path).size,
    }));
    keyed.sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || other.size - one.size);
    const waiting = keyed.filter(({ kind }) => WAITING.has(kind));
    const busy = keyed.filter(({ kind }) => !WAITING.has(kind));
    const turns = Array.from({ length: Math.max(waiting.length, busy.length) }, (_, turn) => [
      waiting[turn],
      busy[turn],
    ]);
    return turns
      .flat()
      .filter((one) => one !== undefined)
      .map(({ test }) => test);
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
