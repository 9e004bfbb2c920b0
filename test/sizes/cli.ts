import { buildAndCheck } from '../../build/release';
import { passedFiles } from './passed-files';
import { sourceSizes } from './source-sizes';

// npm run sizes: how large `src` is, folder by folder, and how much of it one execution passes.
const root = process.cwd();
console.table(sourceSizes(root));
await buildAndCheck({ root, installation: 'bound' });
console.table(await passedFiles());
