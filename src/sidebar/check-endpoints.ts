import type { SidebarOutcome } from '../contract/sidebar';
import { checkConnection } from '../reports/connection/connection-check';
import { readDocumentState } from '../reports/saved/document-state';
import { answer } from './answer';

/** Tries the saved connection with a token and yesterday's report, and lists what works. At most three requests. */
export function sidebarCheckConnection(): SidebarOutcome {
  return answer('sidebarCheckConnection', (writing) => {
    const { error, message, checks, properties } = checkConnection(writing);
    return error ? { error, checks, properties } : { message, checks, state: readDocumentState(properties) };
  });
}
