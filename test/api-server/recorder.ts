import type { Answer, ApiRequest, HeaderList, ServerRole } from './http-message';

/** Larger answer bodies are counted but not kept. */
const LARGEST_KEPT_ANSWER_BYTES = 1_048_576;
/** Once kept answer bodies reach this, the oldest are dropped. */
const MOST_KEPT_BYTES = 64 * 1_048_576;

/** One request and its answer. */
export interface RecordedExchange {
  /** Counts from 1 since the start, or since the record was cleared. */
  readonly id: number;
  /** ISO 8601 instant by the server's clock. */
  readonly at: string;
  readonly role: ServerRole;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Null when the connection was reset before a status line. */
  readonly status: number | null;
  readonly answerHeaders: HeaderList;
  /** Null when it was too large to keep. */
  answerBody: string | null;
  /** True when the answer may break the specification on purpose; checks of answers pass it over. */
  readonly deliberatelyBroken: boolean;
}

/** Remembers every request with its answer. */
export class Recorder {
  #exchanges: RecordedExchange[] = [];
  #keptBytes = 0;
  #oldestWithBody = 0;

  record(at: number, request: ApiRequest, answer: Answer, deliberatelyBroken: boolean): void {
    const isKept = answer.body.length <= LARGEST_KEPT_ANSWER_BYTES;
    const isUnanswered = answer.delivery.kind === 'reset' && answer.delivery.afterBytes === undefined;
    this.#exchanges.push({
      id: this.#exchanges.length + 1,
      at: new Date(at).toISOString(),
      role: request.role,
      method: request.method,
      url: request.url,
      rawHeaders: request.rawHeaders,
      body: request.body,
      status: isUnanswered ? null : answer.status,
      answerHeaders: answer.headers,
      answerBody: isKept ? answer.body.toString('utf8') : null,
      deliberatelyBroken,
    });
    if (isKept) this.#keptBytes += answer.body.length;
    this.#dropOldestBodies();
  }

  list(): readonly RecordedExchange[] {
    return this.#exchanges;
  }

  clear(): void {
    this.#exchanges = [];
    this.#keptBytes = 0;
    this.#oldestWithBody = 0;
  }

  #dropOldestBodies(): void {
    while (this.#keptBytes > MOST_KEPT_BYTES) {
      const oldest = this.#exchanges[this.#oldestWithBody++];
      if (oldest === undefined) return;
      this.#keptBytes -= Buffer.byteLength(oldest.answerBody ?? '');
      oldest.answerBody = null;
    }
  }
}
