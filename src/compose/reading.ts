import type { Audience } from '../contract/connection';
import type { Surface } from '../employer-api/ports';
import { EXECUTION_SECONDS } from '../limits';
import {
  documentLock,
  gzipPacker,
  makeUuid,
  propertyStore,
  sha256,
  sharedCache,
  spreadsheetCalendar,
  spreadsheetId,
  systemClock,
  urlFetchTransport,
} from '../platform/script-services';
import type { FetchServices, PropertyStore } from '../reports/ports';
import { withSample } from '../sample/sample-service';
import { serviceAddresses } from './build-constants';

/** What reads: everything a formula may reach. */
export type Reading = ReturnType<typeof composeReading>;

/** Puts together what one execution needs to read. Makes no counted service call, and none that needs a permission. */
export function composeReading(surface: Surface) {
  const { total, timeout } = EXECUTION_SECONDS[surface];
  const document: PropertyStore = propertyStore('everyone');
  const user: PropertyStore = propertyStore('me');
  const shared = {
    budget: { surface, deadline: systemClock.now() + total * 1000, timeoutSeconds: timeout },
    lock: documentLock(),
    clock: systemClock,
    makeId: makeUuid,
    digest: sha256,
    packer: gzipPacker,
  };
  return {
    ...shared,
    document,
    stores: { user, spreadsheetId, addresses: serviceAddresses },
    calendar: spreadsheetCalendar(),
    fetchingFor: (audience: Audience): FetchServices => ({
      ...shared,
      // A warm formula sends nothing.
      get transport() {
        return withSample(urlFetchTransport, systemClock);
      },
      cache: sharedCache(audience),
    }),
  };
}
