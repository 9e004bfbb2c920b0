import { PACK_FORM } from '../contract/packs';
import type { SidebarOutcome } from '../contract/sidebar';
import { answer } from './answer';
import { read, readSavedId } from './forms';
import { refusalOf } from './permission-refusal';

/** Saves a pack, new or changed. No request. */
export function sidebarSavePack(form: unknown): SidebarOutcome {
  return answer('sidebarSavePack', ({ packList }) => ({
    message: 'Pack saved.',
    state: packList.save(read(PACK_FORM, form)),
  }));
}

/** Forgets a pack. No request. */
export function sidebarRemovePack(id: unknown): SidebarOutcome {
  return answer('sidebarRemovePack', ({ packList }) => ({
    message: 'Pack removed.',
    state: packList.remove(readSavedId(id)),
  }));
}

/** Shows what a pack would say; saves and sends nothing. Requests only where a refresh has left no rows. */
export function sidebarPreviewPack(form: unknown): SidebarOutcome {
  return answer('sidebarPreviewPack', ({ packTrial }) => ({
    message: 'Preview of the pack. Nothing was sent.',
    pack: packTrial.preview(read(PACK_FORM, form)),
  }));
}

/** Sends a pack to its first address, marked as a test, in the name of the person at the keyboard. Saves nothing. */
export function sidebarTestPack(form: unknown): SidebarOutcome {
  return answer('sidebarTestPack', ({ packTrial }) => {
    const refusal = refusalOf(['mail']);
    return refusal ?? { message: `Test sent to ${packTrial.send(read(PACK_FORM, form))}.` };
  });
}
