import * as v from 'valibot';
import { NOTE_MONTHS, type SidebarOutcome } from '../contract/sidebar';
import { shownCount } from '../employer-api/text';
import { answer } from './answer';
import { read } from './forms';

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Saves for how long notes are kept. No request. */
export function sidebarKeepNotes(months: unknown): SidebarOutcome {
  return answer('sidebarKeepNotes', ({ refresher }) => {
    const kept = read(NOTE_MONTHS, months);
    const message =
      kept === 0
        ? 'Notes are kept until someone deletes them.'
        : `Notes of shifts more than ${kept} months ago are deleted when their report is refreshed.`;
    return { message, state: refresher.keepNotes(kept) };
  });
}

/** Reads all notes for a file; deletes none. No request. */
export function sidebarExportNotes(): SidebarOutcome {
  return answer('sidebarExportNotes', ({ refresher }) => {
    const notesFile = refresher.exportNotes();
    const message =
      notesFile.count === 0 ? 'There are no notes.' : `Found ${shownCount(notesFile.count, 'note')}.`;
    return { message, notesFile };
  });
}

/** Deletes all notes, if there are as many as the file has. No request. */
export function sidebarDeleteNotes(count: unknown): SidebarOutcome {
  return answer('sidebarDeleteNotes', ({ refresher }) => {
    const expected = read(COUNT, count);
    return { message: `Deleted ${shownCount(expected, 'note')}.`, state: refresher.deleteNotes(expected) };
  });
}
