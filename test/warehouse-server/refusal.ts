/** An error as the REST reference describes it: a status, and a reason of Google's error table. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    /** Further headers, such as Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** What the job log notes besides; the answer never has it. */
    readonly note?: string,
  ) {
    super(message);
  }
}

/** A resource that is not there. */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'notFound', message);
}

/** A request that says something wrong. */
export function invalid(message: string): Refusal {
  return new Refusal(400, 'invalid', message);
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** The body of an error answer. */
export function errorBody({ status, reason, message }: Refusal): unknown {
  const one = { message, domain: 'global', reason };
  return { error: { code: status, message, errors: [one], status: STATUS_NAMES[status] ?? 'UNKNOWN' } };
}
