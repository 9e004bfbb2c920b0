import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** In a thread of its own: the emulator blocks this one while it waits for an answer. */
const SERVER = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
let busy = 0, most = 0;
const server = createServer((request, response) => {
  const address = new URL(request.url, 'http://echo');
  const [, route, value] = address.pathname.split('/');
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = {};
    for (let i = 0; i < request.rawHeaders.length; i += 2) headers[request.rawHeaders[i]] = request.rawHeaders[i + 1];
    const seen = JSON.stringify({ method: request.method, url: request.url, headers, body });
    if (route === 'echo') response.end(seen);
    else if (route === 'bytes-sent') {
      const { 'content-range': range = null, 'content-type': type = null } = request.headers;
      response.end(JSON.stringify({ method: request.method, range, type, base64: Buffer.concat(chunks).toString('base64') }));
    } else if (route === 'status') response.writeHead(Number(value)).end(address.searchParams.get('body') || '');
    else if (route === 'redirect') response.writeHead(307, { Location: address.searchParams.get('to') }).end();
    else if (route === 'repeat') {
      response.setHeader('X-Two', ['one', 'two']);
      response.setHeader('x-MiXed', 'kept');
      response.end();
    } else if (route === 'latency') response.writeHead(200, { 'X-Virtual-Latency-Millis': value }).end('late');
    else if (route === 'cut') {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('only a part', () => request.socket.destroy());
    } else if (route === 'large') response.end(Buffer.alloc(Number(value), 'x'));
    else if (route === 'together') {
      busy++;
      most = Math.max(most, busy);
      setTimeout(() => { busy--; response.end(value + ' of at most ' + most); }, 150);
    } else if (route === 'bytes') response.end(Buffer.from([0xff, 0xfe, 0x41]));
    else if (route !== 'hang') response.writeHead(404).end('no such route');
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** A loopback server that says what it got, or misbehaves as its path asks. */
export interface EchoServer {
  readonly origin: string;
  close(): void;
}

/** Starts the server on a free port. */
export async function startEchoServer(): Promise<EchoServer> {
  const worker = new Worker(SERVER, { eval: true });
  const [port] = await once(worker, 'message');
  worker.unref();
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      void worker.terminate();
    },
  };
}
