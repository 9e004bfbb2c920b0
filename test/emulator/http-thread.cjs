const { Agent, request: httpRequest } = require('node:http');
const { parentPort } = require('node:worker_threads');

/** Thread that sends requests while the main thread is blocked. One message is one batch. */
parentPort.on('message', ({ requests, port, signal }) => {
  void Promise.all(requests.map(exchange)).then((answers) => {
    port.postMessage(answers);
    port.close();
    const flag = new Int32Array(signal);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });
});

const agent = new Agent({ keepAlive: true });

/** Sends one request. Never rejects: refused, reset and cut-off connections are the answer `unreachable`. */
function exchange({ url, method, headers, body, timeoutMillis }) {
  return new Promise((resolve) => {
    const outgoing = httpRequest(url, { method, headers: Object.fromEntries(headers), agent });
    const timer = setTimeout(() => {
      resolve({ failure: 'timeout' });
      outgoing.destroy();
    }, timeoutMillis);
    const fail = () => {
      clearTimeout(timer);
      resolve({ failure: 'unreachable' });
    };
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('close', () => {
        if (!incoming.complete) return fail();
        clearTimeout(timer);
        const answer = new Uint8Array(Buffer.concat(chunks));
        resolve({ status: incoming.statusCode, rawHeaders: incoming.rawHeaders, body: answer });
      });
    });
    outgoing.end(body ?? undefined);
  });
}
