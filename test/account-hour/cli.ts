import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountScript } from './script';

// npx tsx test/account-hour/cli.ts: writes the script for docs/account-hour.md.
const FOLDER = 'build/questions';
mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(accountScript())) writeFileSync(join(FOLDER, name), text);
console.log(`${FOLDER} holds the script for an hour with an account: docs/account-hour.md.`);
