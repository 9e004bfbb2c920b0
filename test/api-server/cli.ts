import { parseArgs } from 'node:util';
import { parseDay } from './data/calendar-day';
import { serve } from './server';

const { seed, today, allowance } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** With a given day the clock starts at its noon, UTC, and runs on from there. */
    today: { type: 'string' },
    allowance: { type: 'string', default: '120' },
  },
}).values;
const day = today === undefined ? undefined : parseDay(today);
if (today !== undefined && day === undefined)
  throw new Error(`--today takes a day as YYYY-MM-DD. ("${today}")`);

// The parent holds the other end: when it dies, however it dies, this ends too.
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

const { service, addresses } = await serve({
  seed: Number(seed),
  allowance: Number(allowance),
  startMillis: day === undefined ? undefined : day * 86_400_000 + 43_200_000,
});
const employers = service.store.employers().map(({ habits: _, ...account }) => account);
process.stdout.write(`${JSON.stringify({ ...addresses, employers })}\n`);

function stop(): void {
  process.exit(0);
}
