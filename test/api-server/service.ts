import { randomUUID } from 'node:crypto';
import { type Answer, type ApiRequest, Refusal } from './http-message';
import { Recorder } from './recorder';
import { answerReportingCall } from './reporting-endpoint';
import { ScenarioQueue } from './scenarios/scenario-queue';
import { Store, type StoreOptions } from './store';
import { answerTokenRequest } from './token-endpoint';

/** The Employer Reporting API without a network: an authorisation server and two regions. */
export interface Service {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly scenarios: ScenarioQueue;
  /** Answers of further reports, as JSON, by the last segment of their paths. */
  readonly fixedReports: Map<string, string>;
  /** Answers and records one request. */
  answer(request: ApiRequest): Answer;
}

/**
 * Lets the caller set the service's clock with the request itself, which keeps a simulated clock in step without
 * a second request. It never counts as part of the request: it is taken out before anything else looks.
 */
const CLOCK_HEADER = 'x-virtual-now';

/** Builds the service with its data and its clock. */
export function createService(options: StoreOptions): Service {
  const store = new Store(options);
  const recorder = new Recorder();
  const scenarios = new ScenarioQueue(store);
  const fixedReports = new Map<string, string>();
  return {
    ...{ store, recorder, scenarios, fixedReports },
    answer(sent) {
      const request = takeClockHeader(sent, store);
      const { answer, deliberatelyBroken } = scenarios.answer(request, () =>
        unlessRefused(() =>
          request.role === 'auth'
            ? answerTokenRequest(request, store)
            : answerReportingCall(request, store, fixedReports),
        ),
      );
      const complete = addCommonHeaders(answer, request, store);
      recorder.record(store.clock.now(), request, complete, deliberatelyBroken);
      return complete;
    },
  };
}

function unlessRefused(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.answer;
    throw refusal;
  }
}

function takeClockHeader(request: ApiRequest, store: Store): ApiRequest {
  const text = request.header(CLOCK_HEADER);
  if (text === undefined) return request;
  const millis = Date.parse(text);
  if (!Number.isNaN(millis)) store.clock.standAt(millis);
  const at = request.rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === CLOCK_HEADER,
  );
  return { ...request, rawHeaders: request.rawHeaders.toSpliced(at, 2) };
}

/** `Date` by the server's clock; on regional servers the correlation ID. Specification section 5.7. */
function addCommonHeaders(answer: Answer, request: ApiRequest, store: Store): Answer {
  const date = ['Date', new Date(store.clock.now()).toUTCString()] as const;
  const correlationId = ['X-Correlation-ID', request.header('X-Correlation-ID') || randomUUID()] as const;
  const common = request.role === 'auth' ? [date] : [date, correlationId];
  const given = new Set(answer.headers.map(([name]) => name.toLowerCase()));
  return {
    ...answer,
    headers: [...answer.headers, ...common.filter(([name]) => !given.has(name.toLowerCase()))],
  };
}
