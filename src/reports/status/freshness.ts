import { INTERVALS_UNTIL_STALE } from '../../limits';
import { type DocumentState, INTERVAL_MILLIS } from '../saved/document-state';
import type { TableContent } from '../saved/saved-report';

/** From when on a table counts as stale. Milliseconds since 1970; `undefined` without a schedule or a table. */
export function staleAfterMillis(
  { content }: { readonly content: Pick<TableContent, 'refreshedAt'> | null },
  { every }: DocumentState['schedule'],
): number | undefined {
  return content === null || every === 'off'
    ? undefined
    : content.refreshedAt + INTERVALS_UNTIL_STALE * INTERVAL_MILLIS[every];
}
