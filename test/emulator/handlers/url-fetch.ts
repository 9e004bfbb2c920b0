import type { CallContext, HostHandlers, Json } from '../bridge';
import { contentOf } from '../content';
import { quotaSpent } from '../error-texts';
import { HostError } from '../host-errors';
import { FETCH_BODY_BYTES } from '../limits';
import { after, type Eventual } from '../waits';
import { type Arrival, exchangeBatch } from './fetch-exchange';
import { type CheckedRequest, checkRequest, type ScriptRequest } from './fetch-request';

/** UrlFetchApp. Only hosts named to the emulator exist. */
export const urlFetchHandlers: HostHandlers = {
  'UrlFetchApp.fetch': (context, _target: null, _url: string, request: ScriptRequest) =>
    after(send(context, [request]), ([answer]) => answer ?? null),
  'UrlFetchApp.fetchAll': (context, _target: null, requests: ScriptRequest[]) => send(context, requests),
};

function send(context: CallContext, requests: readonly ScriptRequest[]): Eventual<Json[]> {
  const { world, clock, execution } = context;
  const limit = world.switches.quotas.fetchCalls;
  const spent = quotaSpent('urlfetch');
  world.quotas.spend(execution.record.user, 'fetchCalls', requests.length, limit, clock.now(), spent);
  const checked = requests.map((request) => checkRequest(request, world, execution.scriptId));
  const startedAt = clock.now();
  return after(exchangeBatch(execution, checked), (arrivals) => {
    const serverMillis = Math.max(0, ...arrivals.map((arrival) => arrival.millis));
    const bytes = arrivals.reduce(
      (sum, { result }) => sum + (result.kind === 'answer' ? result.body.byteLength : 0),
      0,
    );
    execution.note({ serverMillis, kilobytes: bytes / 1024 });
    const passed = clock.now() - startedAt;
    return after(execution.pause(Math.max(0, serverMillis - passed)), () =>
      arrivals.map((arrival, index) => answerOf(arrival, checked[index])),
    );
  });
}

/** Facts U4 to U6: the status throws unless muted; the network always throws. */
function answerOf({ result }: Arrival, request: CheckedRequest | undefined): Json {
  if (result.kind !== 'answer') {
    throw new HostError(`${result.kind === 'timeout' ? 'Timeout' : 'Address unavailable'}: ${result.url}`);
  }
  if (result.body.byteLength > FETCH_BODY_BYTES)
    throw new HostError('Limit Exceeded: URLFetch Response Size.');
  const content = contentOf(result.body);
  if (request !== undefined && !request.muteHttpExceptions && result.status >= 400) {
    throw new HostError(failedText(new URL(request.url).origin, result.status, content));
  }
  return { status: result.status, headers: result.headers, content };
}

/** E20. */
function failedText(origin: string, status: number, content: ReturnType<typeof contentOf>): string {
  const body = 'text' in content ? content.text : '';
  const shown = body.length > 150 ? `${body.slice(0, 147)}...` : body;
  return `Request failed for ${origin} returned code ${status}. Truncated server response: ${shown} (use muteHttpExceptions option to examine full response)`;
}
