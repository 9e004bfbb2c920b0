const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const plain = require('../support/jest-esbuild-transform.cjs');

/** Compiles for Jest the instrumented text of a module, where there is one. */
module.exports = {
  createTransformer({ rootDir, modulesFolder }) {
    const read = (source, filename) => {
      const file = join(modulesFolder, relative(rootDir, filename));
      return existsSync(file) ? readFileSync(file, 'utf8') : source;
    };
    return {
      process: (source, filename) => plain.process(read(source, filename), filename),
      // Of the instrumented text: one source may come to be instrumented in another way.
      getCacheKey: (source, filename, { configString }) =>
        createHash('sha256')
          .update(`${filename}\n${configString}\n${read(source, filename)}`)
          .digest('hex'),
    };
  },
};
