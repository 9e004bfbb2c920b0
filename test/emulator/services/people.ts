import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askConsent, grantedScopes, mayUse, missingScopes, oauthTokenOf } from '../access';
import { HostError } from '../values';
import type { Menu, Trigger } from '../world';
import { kind, ownOf, running } from './kind';
import { contentOf } from './utilities';

/* What concerns people: what they see beside the cells, their mail, their permissions and their timers. */

interface Page {
  readonly html: string;
  readonly title: string;
}

const htmlOutput = kind<Page>(
  'HtmlOutput',
  {},
  { setTitle: (own, title: string) => void Object.assign(own, { title }) },
);

export const htmlService = kind('HtmlService', {
  createHtmlOutputFromFile: (_, name: string) => {
    const html = readFileSync(join(running().world.bundle.dist, `${name}.html`), 'utf8');
    return htmlOutput({ html, title: '' });
  },
})(null);

/** A menu under construction. Nothing is shown before `addToUi`. */
const menu = kind<Menu[number][]>(
  'Menu',
  {
    addToUi: (items) => {
      const { world, request } = running();
      world.ui.menus.set(`${request.book.id}:${request.user}`, [...items]);
    },
  },
  { addItem: (items, caption: string, functionName: string) => void items.push({ caption, functionName }) },
);

const ui = kind(
  'Ui',
  {
    showSidebar: (_, page: object) => {
      running().world.ui.windows.push({ ...ownOf<Page>(page) });
    },
  },
  { createAddonMenu: () => menu([]) },
);

/** @throws {HostError} where there is no user interface. */
export function getUi(): object {
  if (mayUse(running().request.kind, 'menu')) return ui(null);
  throw new HostError('Cannot call SpreadsheetApp.getUi() from this context.');
}

type MailOptions = { readonly inlineImages: object };

/** MailApp: nothing leaves the machine; messages are kept. */
export const mailApp = kind('MailApp', {
  sendEmail: (_, to: string, subject: string, body: string, { inlineImages, ...options }: MailOptions) => {
    const { world, record } = running();
    if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new HostError(`Invalid email: ${to}`);
    const images = Object.entries(inlineImages).map(([name, image]) => {
      const { bytes, contentType } = contentOf(image);
      return [name, { contentType, base64: bytes.toString('base64') }];
    });
    world.mails.push({
      ...{ to, subject, body, sender: record.user, sentAt: world.clock.now() },
      options: { ...structuredClone(options), inlineImages: Object.fromEntries(images) },
    });
  },
})(null);

const authorizationInfo = kind<{ readonly granted: readonly string[]; readonly url: string | null }>(
  'AuthorizationInfo',
  {},
  { getAuthorizationUrl: ({ url }) => url, getAuthorizedScopes: ({ granted }) => [...granted] },
);

/** The address carries which account is meant; nothing else of it is known. */
const CONSENT_ADDRESS = 'https://accounts.google.com/o/oauth2/auth?authuser=0';

const trigger = kind<Trigger>(
  'Trigger',
  {},
  { getUniqueId: ({ uniqueId }) => uniqueId, getHandlerFunction: ({ handler }) => handler },
);

type TriggerDraft = Pick<Trigger, 'handler' | 'on' | 'everyMillis'>;

/** The builders of all kinds of triggers. An edit trigger never falls due. */
const triggerBuilder = kind<TriggerDraft>(
  'TriggerBuilder',
  { create: (draft) => trigger(createTrigger(draft)) },
  {
    timeBased: () => undefined,
    everyHours: (draft, hours: number) => void Object.assign(draft, { everyMillis: hours * 3_600_000 }),
    forSpreadsheet: (draft) =>
      void Object.assign(draft, { on: 'edit', everyMillis: Number.POSITIVE_INFINITY }),
    onEdit: () => undefined,
  },
);

/** ScriptApp: triggers and authorisation. */
export const scriptApp = kind(
  'ScriptApp',
  {
    newTrigger: (_, handler: string) => triggerBuilder({ handler, on: 'clock', everyMillis: 0 }),
    getUserTriggers: () => ownTriggers().filter(isHere).map(trigger),
    getProjectTriggers: () => ownTriggers().map(trigger),
    deleteTrigger: (_, given: object) => {
      const { uniqueId } = ownOf<Trigger>(given);
      const { triggers } = running().world;
      const index = triggers.findIndex(
        (one) => one.uniqueId === uniqueId && one.owner === running().request.user,
      );
      if (index >= 0) triggers.splice(index, 1);
    },
    getOAuthToken: () => oauthTokenOf(running().world, running().request.user),
    getAuthorizationInfo: () => {
      const { world, record } = running();
      const url = missingScopes(world, record.user).length > 0 ? CONSENT_ADDRESS : null;
      return authorizationInfo({ granted: grantedScopes(world, record.user), url });
    },
    /** Ends the execution where something is missing: nothing that the script catches brings it back. */
    requireAllScopes: () => {
      const execution = running();
      if (missingScopes(execution.world, execution.record.user).length === 0) return;
      askConsent(execution);
      execution.kill(0, 'Authorization is required to perform that action.');
    },
  },
  {},
  { AuthMode: { FULL: 'FULL' } },
)(null);

/** What a person has in this script: of all documents in an add-on, while each bound script has one. */
function ownTriggers(): Trigger[] {
  const { world, request } = running();
  const isOfScript = ({ bookId }: Trigger) => world.installation === 'add-on' || bookId === request.book.id;
  return world.triggers.filter((each) => each.owner === request.user && isOfScript(each));
}

function isHere({ bookId }: Trigger): boolean {
  return bookId === running().request.book.id;
}

/** Editor triggers guide: 20 triggers of one user in one script. A timer of an hour interval first runs one interval after it was made. */
function createTrigger(draft: TriggerDraft): Trigger {
  const { world, request } = running();
  const own = ownTriggers();
  if (own.length >= 20) throw new HostError('This script has too many triggers.');
  if (world.installation === 'add-on' && own.some((each) => isHere(each) && each.on === draft.on))
    throw new HostError('This add-on has created too many triggers in this document for this account.');
  const made: Trigger = {
    uniqueId: String(Math.floor(world.random.next() * 9e15) + 1e15),
    ...{ ...draft, owner: request.user, bookId: request.book.id },
    nextRunAt: world.clock.now() + draft.everyMillis,
  };
  world.triggers.push(made);
  return made;
}
