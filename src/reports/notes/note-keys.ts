import { shortHash } from '../../employer-api/text';
import { holdsOthersRows, type RowOwner } from '../saved/row-owner';
import type { SavedReport } from '../saved/saved-report';

/** The keys of a report's notes, before and after a write. */
export interface NoteKeys {
  readonly oldKey: string;
  readonly nextKey: string;
}

/**
 * The keys of the notes in a report's table, and of those beside rows of this owner. A note belongs to a report and an
 * employer: IDs of another employer are other shifts.
 *
 * @param owner Left out for the owner of the rows that are there.
 */
export function noteKeys({ id, content }: Pick<SavedReport, 'id' | 'content'>, owner?: RowOwner): NoteKeys {
  const keyOf = ({ sample, employer, employerNumberHash }: RowOwner) =>
    shortHash(JSON.stringify([id, sample ?? employerNumberHash ?? employer ?? '']));
  const there = ownerIn(content);
  const nextKey = keyOf(owner ?? there);
  const isSame =
    owner === undefined || (!holdsOthersRows({ content }, owner) && there.sample === owner.sample);
  return { oldKey: content === null || isSame ? nextKey : keyOf(there), nextKey };
}

function ownerIn(content: SavedReport['content']): RowOwner {
  const { sample, employer, employerNumberHash } = content ?? {};
  return {
    ...(sample === undefined ? {} : { sample }),
    ...(employer === undefined ? {} : { employer }),
    ...(employerNumberHash === undefined ? {} : { employerNumberHash }),
  };
}
