import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { SeededRandom } from '../random';
import { runInRealm } from '../realm';
import type { ClockReading, ReplyMessage, StartMessage, ThreadMessage, WorkerSetup } from './worker-messages';

/** Thread of one execution at a time: the realm runs here, every service call blocks until the main thread answers. */
const { servicesText, signal, replies } = workerData as WorkerSetup;
const flag = new Int32Array(signal);
const pause = new Int32Array(new SharedArrayBuffer(4));
let clock: ClockReading = { now: 0 };

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function ask(text: string): string {
  say({ kind: 'call', text });
  Atomics.wait(flag, 0, 0);
  Atomics.store(flag, 0, 0);
  const reply = receive();
  clock = reply.clock;
  return reply.text;
}

/** On a busy machine the signal may be seen before the reply is: a reply missed once would answer every later call. */
function receive(): ReplyMessage {
  for (;;) {
    const received = receiveMessageOnPort(replies);
    if (received !== undefined) return received.message as ReplyMessage;
    Atomics.wait(pause, 0, 0, 1);
  }
}

function now(): number {
  return 'now' in clock ? clock.now : Date.now() + clock.offsetMillis;
}

parentPort?.on('message', (start: StartMessage) => {
  clock = start.clock;
  const random = new SeededRandom(start.seed);
  const outcome = runInRealm(servicesText, start.task, { call: ask, now, random: () => random.next() });
  say({ kind: 'done', outcome });
});
