import { useState } from 'preact/hooks';
import type { AlertForm } from '../contract-alerts';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';

/** What the Alerts section does, with the place where the keyboard goes on afterwards. */
export function useAlertActions() {
  const { ask, focusNext } = useSidebar();
  /** The ID of the alert whose form is open, `new` for one not yet saved, null for none. */
  const [openId, setOpenId] = useState<string | null>(null);
  const open = (id: string) => {
    setOpenId(id);
    focusNext('alert-report');
  };
  const close = () => {
    setOpenId(null);
    focusNext(openId === 'new' ? 'add-alert' : `edit-alert ${openId}`);
  };
  const save = async (filled: AlertForm) => {
    const outcome = await ask({
      progress: PROGRESS.savingAlert,
      call: (calls) => calls.sidebarSaveAlert(filled),
    });
    if (outcome?.kind === 'done') close();
  };
  const remove = async (id: string) => {
    const outcome = await ask({
      progress: PROGRESS.removingAlert,
      call: (calls) => calls.sidebarRemoveAlert(id),
    });
    const isDone = outcome?.kind === 'done';
    if (isDone) focusNext('add-alert');
    return isDone;
  };
  return { openId, open, close, save, remove };
}
