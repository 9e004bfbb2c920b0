import { type MessagePort, parentPort } from 'node:worker_threads';
import { exchangeAll, type HttpRequest } from './http-exchange';

/** Thread that sends requests while the main thread is blocked. One message is one batch. */
parentPort?.on(
  'message',
  (batch: { requests: HttpRequest[]; port: MessagePort; signal: SharedArrayBuffer }) => {
    void exchangeAll(batch.requests).then((answers) => {
      batch.port.postMessage(answers);
      batch.port.close();
      const flag = new Int32Array(batch.signal);
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    });
  },
);
