import type { SidebarOutcome } from '../contract/sidebar';
import { ReportError } from '../employer-api/errors';
import { answer, type Endpoint } from './answer';
import { editionEndpoints } from './edition';
import { ENDPOINTS } from './endpoints';

/**
 * The one function that the page calls.
 *
 * @param name Of `SidebarEndpoints`, or of the edition's own.
 * @param args Its arguments, as they came.
 */
export function sidebarCall(name: unknown, args: unknown): SidebarOutcome {
  const endpoint = findEndpoint(name);
  return answer(endpoint?.needs ?? [], (writing) => {
    if (endpoint !== undefined) return endpoint.run(writing, ...(Array.isArray(args) ? args : []));
    throw new ReportError('invalid_settings', { sentence: OUTDATED });
  });
}

/** A page that was opened before the add-on was updated. */
const OUTDATED = 'Reload this page and open the sidebar again: the add-on was updated';

function findEndpoint(wanted: unknown): Endpoint | undefined {
  const all: Readonly<Record<string, Endpoint>> = { ...ENDPOINTS, ...editionEndpoints };
  return typeof wanted === 'string' && Object.keys(all).includes(wanted) ? all[wanted] : undefined;
}
