import type { SidebarOutcome } from '../contract/sidebar';
import { answer } from './answer';
import { readAlertForm, readSavedId } from './forms';

/** Saves an alert, new or changed. No request. */
export function sidebarSaveAlert(form: unknown): SidebarOutcome {
  return answer('sidebarSaveAlert', ({ alertList }) => {
    const choice = readAlertForm(form);
    const state = alertList.save(choice);
    const sheet = state.reports.find(({ id }) => id === choice.report)?.sheet ?? '';
    return { message: `Alert saved. It is judged with each refresh of “${sheet}”.`, state };
  });
}

/** Forgets an alert, and what was open of it. No mail reports its end. No request. */
export function sidebarRemoveAlert(id: unknown): SidebarOutcome {
  return answer('sidebarRemoveAlert', ({ alertList }) => ({
    message: 'Alert removed.',
    state: alertList.remove(readSavedId(id)),
  }));
}
