const { parentPort } = require('node:worker_threads');

/** Thread that sends requests while the main thread is blocked. One message is one request. */
parentPort.on('message', async ({ asked, port }) => {
  port.postMessage(await exchange(asked));
  port.close();
});

/** Sends one request. Never rejects: refused, reset and cut-off connections are the answer `unreachable`. */
async function exchange({ url, method, headers, body, timeoutMillis }) {
  const signal = AbortSignal.timeout(timeoutMillis);
  try {
    const answer = await fetch(url, { method, headers, body: body || null, signal, redirect: 'manual' });
    // What is packed is unpacked here already.
    const names = [...answer.headers].filter(([name]) => name !== 'content-encoding');
    return {
      status: answer.status,
      headers: names,
      body: new Uint8Array(await answer.arrayBuffer()),
    };
  } catch {
    return { failure: signal.aborted ? 'timeout' : 'unreachable' };
  }
}
