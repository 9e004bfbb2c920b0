import { type Budget, type Surface, startBudget } from '../budget';
import type { Clock } from '../employer-api/ports';
import {
  CacheServiceCache,
  DocumentLock,
  gzipPacker,
  makeUuid,
  PropertiesStore,
  sha256,
  systemClock,
  UrlFetchTransport,
} from '../platform/script-services';
import { SpreadsheetCalendar, spreadsheetId } from '../platform/spreadsheet';
import type { Digest, FetchServices, TextPacker } from '../reports/ports';
import type { Audience, ConnectionStores } from '../reports/saved/saved-connection';
import { SampleTransport } from '../sample/sample-service';
import { serviceAddresses } from './build-constants';

/** What reads: everything a formula may reach. */
export interface Reading {
  readonly stores: ConnectionStores;
  readonly calendar: SpreadsheetCalendar;
  readonly budget: Budget;
  readonly lock: DocumentLock;
  readonly clock: Clock;
  readonly packer: TextPacker;
  readonly digest: Digest;
  fetchingFor(audience: Audience): FetchServices;
}

/** Builds what one execution needs to read. Makes no service call that is counted. */
export function composeReading(surface: Surface): Reading {
  const budget = startBudget(surface, systemClock.now());
  const lock = new DocumentLock();
  const stores: ConnectionStores = {
    document: new PropertiesStore('everyone'),
    user: new PropertiesStore('me'),
    spreadsheetId: spreadsheetId(),
    addresses: serviceAddresses,
  };
  const fetchingFor = (audience: Audience): FetchServices => ({
    transport: new SampleTransport(new UrlFetchTransport(), systemClock, makeUuid),
    cache: new CacheServiceCache(audience),
    lock,
    clock: systemClock,
    makeId: makeUuid,
    digest: sha256,
    packer: gzipPacker,
  });
  return {
    stores,
    calendar: new SpreadsheetCalendar(),
    budget,
    lock,
    clock: systemClock,
    packer: gzipPacker,
    digest: sha256,
    fetchingFor,
  };
}
