import { WarehouseServer } from './server';

const server = await WarehouseServer.open();
// The parent holds the other end: when it dies, however it dies, this ends too.
process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0));
process.stdin.resume();
process.stdout.write(`${JSON.stringify({ origin: await server.listen() })}\n`);
