import type { Emulator } from '../emulator/emulator';

/** What the script asked of `UrlFetchApp` besides the request itself. */
export interface FetchOptions {
  readonly followRedirects: boolean;
  readonly muteHttpExceptions: boolean;
  readonly timeoutSeconds: number | null;
}

/**
 * Watches the options of every fetch from now on.
 *
 * The emulator's faults see each call before it is answered; this one never strikes.
 *
 * @returns The list, which grows.
 */
export function watchFetchOptions(emulator: Emulator): readonly FetchOptions[] {
  const seen: FetchOptions[] = [];
  emulator.fault = {
    forever: true,
    match: ({ method, args }) => {
      if (method === 'UrlFetchApp.fetch') seen.push(args[1] as FetchOptions);
      if (method === 'UrlFetchApp.fetchAll') seen.push(...(args[0] as readonly FetchOptions[]));
      return false;
    },
  };
  return seen;
}
