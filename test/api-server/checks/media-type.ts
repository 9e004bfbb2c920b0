import type { ApiRequest } from '../http-message';

/** The media type of a request's body in lower case, without parameters; empty when none is stated. */
export function mediaTypeOf(request: ApiRequest): string {
  return (request.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
