import type { CallContext } from '../bridge';

/** Whose store: the document's, the user's, or the script's. */
export type StoreKind = 'document' | 'user' | 'script';

/** Name of the store that an execution gets; null where the platform answers null. */
export function storeScope(context: CallContext, kind: StoreKind): string | null {
  const { world, document, execution } = context;
  const script = execution.scriptId;
  if (kind === 'script') return `script:${script}`;
  if (kind === 'user') return `user:${script}:${execution.storeUser}`;
  if (document === null || world.switches.documentStores === 'null') return null;
  return `document:${script}:${document.id}`;
}
