import type { Clock, HttpTransport, MakeId } from '../../employer-api/ports';
import type { Digest, DocumentLock, SharedCache, TextPacker } from '../ports';

/** What fetching needs. */
export interface FetchServices {
  readonly transport: HttpTransport;
  readonly cache: SharedCache;
  readonly lock: DocumentLock;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly digest: Digest;
  readonly packer: TextPacker;
}
