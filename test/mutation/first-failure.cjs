const { createHash } = require('node:crypto');
const StrykerEnvironment = require('@stryker-mutator/jest-runner/jest-env/node');

/**
 * Runs the tests that reach a change until one fails: that one has noticed it.
 *
 * Stryker names those tests in one regular expression. Whole titles would make it larger than the engine takes, so each
 * test is called by a hash of its titles. The other tests are taken out: Jest spends more on one that it skips than most
 * of ours take.
 */
module.exports = class FirstFailure extends StrykerEnvironment {
  handleTestEvent(event, state) {
    if (event.name === 'run_start') {
      shortenNames(state.rootDescribeBlock, '');
      const wanted = state.testNamePattern?.source.match(/[0-9a-f]{12}/g);
      if (wanted) keepTests(state.rootDescribeBlock, ({ name }) => wanted.includes(name));
    } else if (event.name === 'test_fn_failure') {
      keepTests(state.rootDescribeBlock, ({ startedAt }) => startedAt !== null);
    }
  }
};

function shortenNames(block, titles) {
  for (const child of block.children) {
    const all = `${titles}\n${child.name}`;
    if (child.type === 'describeBlock') shortenNames(child, all);
    child.name =
      child.type === 'describeBlock' ? '.' : createHash('sha256').update(all).digest('hex').slice(0, 12);
  }
}

/** Takes tests out of a block that may be running; gives whether any is left. */
function keepTests(block, isKept) {
  const left = block.children.filter((child) =>
    child.type === 'describeBlock' ? keepTests(child, isKept) : isKept(child),
  );
  block.children.splice(0, block.children.length, ...left);
  return left.length > 0;
}
