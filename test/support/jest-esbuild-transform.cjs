const { transformSync } = require('esbuild');

/** Compiles one TypeScript module for Jest, which runs CommonJS. */
module.exports = {
  process(source, filename) {
    const { code, map } = transformSync(source, {
      loader: filename.endsWith('.tsx') ? 'tsx' : 'ts',
      format: 'cjs',
      target: 'node20',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      sourcefile: filename,
      sourcemap: 'external',
      sourcesContent: true,
      // Jest's CommonJS mode has no module loader for a real `import()`.
      supported: { 'dynamic-import': false },
    });
    return { code, map: JSON.parse(map) };
  },
};
