import { NO_ADDRESS, type PackForm } from '../contract/packs';
import { refuse } from '../employer-api/errors';
import { ADDRESSES_A_DAY, MOST_PACKS } from '../limits';
import { maskAddress, requireDomains } from '../reports/mail/outbox';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import {
  findKept,
  type KeptListServices,
  ofReports,
  requireRoom,
  withKept,
} from '../reports/saved/kept-list';
import {
  type ChatHooks,
  formatChatHooks,
  formatPackRuns,
  formatPacks,
  isWebhook,
  type Pack,
  parseChatHooks,
  parsePackRuns,
  parsePacks,
} from './pack-record';

/** What keeping packs needs. */
interface PackListServices extends KeptListServices {
  /** Where Google Chat takes messages; null where packs may not go there. @default null */
  readonly chatOrigin?: string | null;
}

/** The packs of a spreadsheet. Each change costs four service calls. */
export class PackList {
  constructor(private readonly services: PackListServices) {}

  /**
   * Saves a new or changed pack. It goes from its next day on: what was due before is not sent.
   *
   * @throws {ReportError} `invalid_settings` without a schedule, when its report or the pack is gone, there are too many,
   *   or an address is not allowed or not known; `busy`.
   */
  save({ id, chat, ...chosen }: PackForm): DocumentState {
    return this.change((packs, state, hooks) => {
      if (state.schedule.every === 'off') {
        refuse('invalid_settings', 'Save a schedule first: the pack goes out with it');
      }
      const known = findKept(packs, { id, report: chosen.report }, state.reports, 'pack');
      const to = wholeAddresses(chosen.to, known?.to ?? []);
      requireDomains(to, this.services.mailDomains ?? []);
      const ownId = known?.id ?? this.services.makeId();
      const hook = chat ?? hooks[ownId] ?? '';
      if (hook !== '' && !isWebhook(hook, this.services.chatOrigin ?? null))
        refuse('invalid_settings', NO_CHAT);
      if (to.length === 0 && hook === '') refuse('invalid_settings', NO_ADDRESS);
      const savedAt = this.services.clock.now();
      const saved: Pack = { ...chosen, to, hasChat: hook !== '', id: ownId, savedAt };
      const kept = { ...hooks, [ownId]: hook };
      requireFewAddresses([...packs.filter((pack) => pack !== known), saved]);
      return [withKept(packs, known, saved, MOST_PACKS, 'pack'), kept];
    });
  }

  /** Forgets a pack. Forgetting one that is gone already changes nothing. @throws {ReportError} `busy` */
  remove(id: string): DocumentState {
    return this.change((packs, _state, hooks) => [packs.filter((pack) => pack.id !== id), hooks]);
  }

  private change(
    work: (
      packs: readonly Pack[],
      state: DocumentState,
      hooks: ChatHooks,
    ) => readonly [packs: readonly Pack[], hooks: ChatHooks],
  ): DocumentState {
    const { lock, document } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const state = readDocumentState(properties);
      const before = ofReports(parsePacks(properties[PROPERTY.packs]), state.reports);
      const hooksBefore = parseChatHooks(properties[PROPERTY.packHooks]);
      const [after, kept] = work(before, state, hooksBefore);
      const packs = formatPacks(after);
      requireRoom(packs, 'pack');
      const runs = Object.entries(parsePackRuns(properties[PROPERTY.packRuns]));
      const packRuns = formatPackRuns(
        Object.fromEntries(runs.filter(([id]) => after.some((pack) => pack.id === id))),
      );
      const hooks = Object.entries(kept).filter(
        ([id, hook]) => hook !== '' && after.some((pack) => pack.id === id),
      );
      const isSecret = hooks.length > 0 || properties[PROPERTY.packHooks] !== undefined;
      document.write({
        [PROPERTY.packs]: packs,
        [PROPERTY.packRuns]: packRuns,
        ...(isSecret ? { [PROPERTY.packHooks]: formatChatHooks(Object.fromEntries(hooks)) } : {}),
      });
      return { ...state, packs, packRuns };
    });
  }
}

const NO_CHAT =
  'Use a webhook of Google Chat, or ask your administrator to allow Google Chat: this address is none, or the add-on was built without it';

/** All packs together may go to as many addresses as get mail within a day. @throws {ReportError} `invalid_settings` */
function requireFewAddresses(packs: readonly Pack[]): void {
  const all = new Set(packs.flatMap(({ to }) => to.map((address) => address.toLowerCase())));
  if (all.size <= ADDRESSES_A_DAY) return;
  refuse('invalid_settings', `Remove some addresses: packs go to at most ${ADDRESSES_A_DAY} in all`);
}

/**
 * Addresses as typed, each once, with those that stay as the sidebar shows them in full: the next saved one that looks so.
 *
 * @throws {ReportError} `invalid_settings` where none does.
 */
export function wholeAddresses(typed: readonly string[], saved: readonly string[]): string[] {
  const left = [...saved];
  const whole = typed.map((text) => {
    if (!text.includes('…')) return text;
    const at = left.findIndex((address) => maskAddress(address) === text);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return (
      found ?? refuse('invalid_settings', `Enter the whole address: no saved address looks like ${text}`)
    );
  });
  return whole.filter(
    (address, at) => whole.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === at,
  );
}
