import { STATUS_CODES } from 'node:http';
import { type Answer, type HeaderList, jsonAnswer } from './http-message';

/**
 * An answer that refuses a reporting request.
 *
 * The specification does not show error bodies; this one names the status and says one sentence (gaps.md).
 */
export function refusalAnswer(status: number, message: string, headers: HeaderList = []): Answer {
  return jsonAnswer(status, { status, error: STATUS_CODES[status] ?? 'Unknown', message }, headers);
}
