import { ReportError } from '../employer-api/errors';
import { permissionRefusal } from './authorization';

/**
 * Asks the platform for something; its own text is dropped.
 *
 * @throws {ReportError} `permission_missing`, `platform_unavailable`
 */
export function askPlatform<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw permissionRefusal(error) ?? new ReportError('platform_unavailable');
  }
}
