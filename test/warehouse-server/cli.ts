import { parseArgs } from 'node:util';
import { WarehouseServer } from './server';

const { port } = parseArgs({ options: { port: { type: 'string', default: '0' } } }).values;
const place = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', token: 'local-token' };
const server = await WarehouseServer.open();
server.prepare(place.project, place.dataset, place.location, place.token);

// The parent holds the other end: when it dies, however it dies, this ends too.
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
process.stdout.write(`${JSON.stringify({ origin: await server.listen(Number(port)), ...place })}\n`);

function stop(): void {
  process.exit(0);
}
