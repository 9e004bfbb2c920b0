import { ReportError } from '../employer-api/errors';
import { answer, type Endpoint, read, type SidebarOutcome } from './answer';
import { editionEndpoints } from './edition';
import { ENDPOINTS } from './endpoints';

/**
 * The one function that the page calls.
 *
 * @param name Of `ENDPOINTS`, or of the edition's own.
 * @param args As hostile as anything that can be sent from a browser console.
 */
export function sidebarCall(name: unknown, args: unknown): SidebarOutcome {
  const all = new Map<unknown, Endpoint>(Object.entries({ ...ENDPOINTS, ...editionEndpoints }));
  const endpoint = all.get(name);
  return answer(endpoint?.needs ?? [], (writing) => {
    // A page that was opened before the add-on was updated.
    if (endpoint === undefined) {
      const sentence = 'Reload this page and open the sidebar again: the add-on was updated';
      throw new ReportError('invalid_settings', { sentence });
    }
    const given = Array.isArray(args) ? args : [];
    return endpoint.run(writing, ...endpoint.asks.map((schema, place) => read(schema, given[place])));
  });
}
