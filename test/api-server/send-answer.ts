import type { ServerResponse } from 'node:http';
import type { Answer } from './http-message';

/** Statuses that never have a body. RFC 9110 §6.4.1. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);

/** Sends an answer the way its delivery says; resolves when it is sent or the connection is gone. */
export async function sendAnswer(answer: Answer, response: ServerResponse): Promise<void> {
  const { delivery } = answer;
  // The answer carries a `Date` by the server's own clock.
  response.sendDate = false;
  if (delivery.kind === 'reset' && delivery.afterBytes === undefined) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, buildHead(answer));
  if (BODILESS_STATUSES.has(answer.status)) {
    response.end();
  } else if (delivery.kind === 'reset') {
    await write(response, answer.body.subarray(0, delivery.afterBytes));
    response.socket?.resetAndDestroy();
  } else {
    response.end(answer.body);
    // More was announced than was sent: only a closed connection lets the caller find out.
    if (delivery.kind === 'wrong length' && delivery.difference > 0) {
      response.socket?.end();
    }
  }
}

function buildHead(answer: Answer): string[] {
  const head = answer.headers.flat();
  if (BODILESS_STATUSES.has(answer.status)) return head;
  const difference = answer.delivery.kind === 'wrong length' ? answer.delivery.difference : 0;
  head.push('Content-Length', String(Math.max(0, answer.body.length + difference)));
  // Bytes beyond the stated length would be read as the start of the next answer.
  if (difference !== 0) head.push('Connection', 'close');
  return head;
}

/** Resolves also when the caller is gone, since nothing is left to do then. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });
}
