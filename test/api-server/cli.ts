import { parseArgs } from 'node:util';
import { parseDay } from './data/calendar-day';
import { LocalService } from './local-service';
import { serve } from './server';

// tsx test/api-server/cli.ts: serves the API until Ctrl+C, and prints its addresses and credentials as JSON.
const { seed, today, allowance } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** With a given day the clock starts at its noon, UTC, and runs on from there. */
    today: { type: 'string' },
    allowance: { type: 'string', default: '120' },
  },
}).values;
if (today !== undefined && parseDay(today) === undefined)
  throw new Error(`--today takes a day as YYYY-MM-DD. ("${today}")`);
const local = new LocalService({
  seed: Number(seed),
  allowance: Number(allowance),
  ...(today === undefined ? {} : { today }),
});
const { auth, regions } = await serve(local.service);
const employers = local.employers.map(({ habits: _, ...account }) => account);
process.stdout.write(`${JSON.stringify({ auth, regions, employers })}\n`);
