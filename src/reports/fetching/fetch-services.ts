import type { Connection } from '../../employer-api/connection';
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
  /**
   * Whether a connection is still the saved one. Two service calls. Given for a connection of one's own: formulas may
   * have another user cache than the sidebar, or none, and so never see `REPLACED`. Left out where that is enough.
   */
  readonly isSaved?: (connection: Connection) => boolean;
}
