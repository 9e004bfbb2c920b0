import { ReportError } from '../employer-api/errors';

/** Asks the platform for something. @throws {ReportError} `platform_unavailable`; the platform's own text is dropped. */
export function askPlatform<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new ReportError('platform_unavailable');
  }
}
