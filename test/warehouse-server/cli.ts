import { parseArgs } from 'node:util';
import { WarehouseServer } from './server';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'door-port': { type: 'string', default: '0' },
    project: { type: 'string', default: 'acme-shifts' },
    dataset: { type: 'string', default: 'shift_reports' },
    location: { type: 'string', default: 'EU' },
    token: { type: 'string', default: 'local-token' },
    'public-origin': { type: 'string' },
  },
});

const { project, dataset, location, token } = values;
const server = await WarehouseServer.open();
server.warehouse.projects.set(project, { apiEnabled: true, billing: true });
server.warehouse.datasets.set(`${project}.${dataset}`, { location, created: Date.now() });
server.warehouse.publicOrigin = values['public-origin'];
server.warehouse.tokens.set(token, { scope: true, permissions: null });

// The parent holds the other end: when it dies, however it dies, this ends too.
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

const addresses = await server.listen(Number(values.port), Number(values['door-port']));
process.stdout.write(`${JSON.stringify({ ...addresses, project, dataset, location, token })}\n`);

function stop(): void {
  process.exit(0);
}
