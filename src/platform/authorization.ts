import type { Authorization } from '../reports/ports';

/** What the person whose trigger runs has allowed, as Apps Script knows it. */
export const authorization: Authorization = {
  isComplete: () => {
    try {
      const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL);
      return info.getAuthorizationStatus() !== ScriptApp.AuthorizationStatus.REQUIRED;
    } catch {
      // What is really missing shows where it is needed.
      return true;
    }
  },
};
