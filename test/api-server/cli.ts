import { parseArgs } from 'node:util';
import { parseDay } from './data/calendar-day';
import { createApiServer } from './server';

const NOON_MILLIS = 12 * 3_600_000;
const MILLIS_PER_DAY = 86_400_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    today: { type: 'string' },
    allowance: { type: 'string', default: '120' },
    'auth-port': { type: 'string', default: '0' },
    'us-port': { type: 'string', default: '0' },
    'uk-port': { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
  },
});

const server = createApiServer({
  seed: readWholeNumber('seed'),
  allowance: readWholeNumber('allowance'),
  startMillis: readStart(values.today),
  authPort: readWholeNumber('auth-port'),
  usPort: readWholeNumber('us-port'),
  ukPort: readWholeNumber('uk-port'),
  controlPort: readWholeNumber('control-port'),
});

// The parent holds the other end: when it dies, however it dies, this ends too.
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

const addresses = await server.listen();
const employers = server.store.employers().map(({ habits: _, ...account }) => account);
process.stdout.write(`${JSON.stringify({ ...addresses, employers })}\n`);

function stop(): void {
  process.exit(0);
}

function readWholeNumber(name: Exclude<keyof typeof values, 'today'>): number {
  const text = values[name];
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number. ("${text}")`);
  return Number(text);
}

/** With a given day the clock starts at its noon, UTC, and runs on from there. */
function readStart(today: string | undefined): number | undefined {
  if (today === undefined) return undefined;
  const day = parseDay(today);
  if (day === undefined) throw new Error(`--today takes a day as YYYY-MM-DD. ("${today}")`);
  return day * MILLIS_PER_DAY + NOON_MILLIS;
}
