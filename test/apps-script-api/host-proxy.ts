import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Certificate, makeCertificate } from './certificate';

/** One request as it arrived. */
export interface HostRequest {
  readonly host: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a request gets; the body is sent as JSON. */
export interface HostAnswer {
  readonly status: number;
  readonly body: object;
}

/** A running proxy. */
export interface HostProxy {
  /** For `HTTPS_PROXY`. */
  readonly url: string;
  /** For `NODE_EXTRA_CA_CERTS`, in a file. */
  readonly certificate: Certificate['certificate'];
  /** Hosts that a client asked for and that are not answered here. */
  readonly refusedHosts: readonly string[];
  close(): void;
}

/**
 * An HTTPS proxy on loopback that answers for some hosts itself, by `CONNECT` and a certificate made for the occasion. It
 * forwards nothing: other hosts are refused and listed, so no request can leave the machine.
 */
export async function startHostProxy(
  hosts: readonly string[],
  answer: (request: HostRequest) => HostAnswer,
): Promise<HostProxy> {
  const { certificate, key } = makeCertificate(hosts);
  const refusedHosts: string[] = [];
  const sockets = new Set<Socket>();
  const inside = createSecureServer({ cert: certificate, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const host = request.headers.host ?? '';
    const { status, body } = answer({
      host,
      method: request.method ?? '',
      url: new URL(request.url ?? '', `https://${host}`),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(body));
  });
  const proxy = createServer((_request, response) => {
    response.writeHead(405).end();
  });
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    const [host = '', port] = (request.url ?? '').split(':');
    if (port !== '443' || !hosts.includes(host)) {
      refusedHosts.push(host);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    inside.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    certificate,
    refusedHosts,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
