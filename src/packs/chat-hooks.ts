import * as v from 'valibot';
import { isWebhookPath } from '../contract/packs';
import { parseJson } from '../employer-api/text';

const STORED = v.object({ version: v.literal(1), hooks: v.record(v.string(), v.string()) });

/** Addresses of Chat spaces by the IDs of packs. Whoever has one can write to its space: they are secrets. */
export type ChatHooks = Readonly<Record<string, string>>;

/** Reads stored addresses; what cannot be read counts as none. */
export function parseChatHooks(text: string | undefined): ChatHooks {
  const stored = v.safeParse(STORED, parseJson(text ?? ''));
  return stored.success ? stored.output.hooks : {};
}

/** The text to store. */
export function formatChatHooks(hooks: ChatHooks): string {
  return JSON.stringify({ version: 1, hooks });
}

/** Whether an address is a webhook of Google Chat. @param chatOrigin Of the build; null where packs may not go to Chat. */
export function isWebhook(address: string, chatOrigin: string | null): boolean {
  return (
    chatOrigin !== null &&
    address.startsWith(`${chatOrigin}/`) &&
    isWebhookPath(address.slice(chatOrigin.length))
  );
}
