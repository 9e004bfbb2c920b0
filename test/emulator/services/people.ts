import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KIND_RULES, oauthTokenOf } from '../access';
import { HostError, plainCopy } from '../values';
import type { Menu, Trigger } from '../world';
import { enumOf, kind, ownOf, running } from './kind';
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
    const path = join(running().world.bundle.dist, `${name}.html`);
    if (!/^[\w /-]+$/.test(name) || !existsSync(path))
      throw new HostError(`No HTML file named ${name} was found.`);
    return htmlOutput({ html: readFileSync(path, 'utf8'), title: '' });
  },
})(null);

/** A menu under construction. Nothing is shown before `addToUi`. */
const menu = kind<Menu[number][]>(
  'Menu',
  {
    addToUi: (items) => {
      const { world, user, request } = running();
      world.ui.menus.set(`${request.document.id}:${user}`, [...items]);
    },
  },
  { addItem: (items, caption: string, functionName: string) => void items.push({ caption, functionName }) },
);

const ui = kind(
  'Ui',
  {
    showSidebar: (_, page: object) => {
      const { world, user, request } = running();
      const own = ownOf<Page>('HtmlOutput', page);
      world.tell({ kind: 'window', window: { ...own, user, bookId: request.document.id } });
    },
  },
  { createAddonMenu: () => menu([]) },
);

/** @throws {HostError} where there is no user interface. */
export function getUi(): object {
  if (KIND_RULES[running().kind].may.includes('menu')) return ui(null);
  throw new HostError('Cannot call SpreadsheetApp.getUi() from this context.');
}

/** MailApp: nothing leaves the machine; messages are kept. */
export const mailApp = kind('MailApp', {
  sendEmail: (_, to: string, subject: string, body: string, options: Record<string, unknown> = {}) => {
    const { world, record } = running();
    const recipients = [to, options.cc, options.bcc]
      .flatMap((list) => String(list ?? '').split(','))
      .map((address) => address.trim())
      .filter((address) => address !== '');
    if (to.trim() === '') throw new HostError('Failed to send email: no recipient');
    const invalid = recipients.find((address) => !/^[^\s@]+@[^\s@]+$/.test(address));
    if (invalid !== undefined) throw new HostError(`Invalid email: ${invalid}`);
    world.spend(record.user, 'email', recipients.length);
    const { inlineImages, ...others } = options;
    const images = Object.entries((inlineImages ?? {}) as Record<string, unknown>).map(([name, image]) => {
      const { bytes, contentType } = contentOf(image);
      return [name, { contentType, base64: bytes.toString('base64') }];
    });
    const shown = inlineImages === undefined ? {} : { inlineImages: Object.fromEntries(images) };
    world.mails.push({
      ...{ to, subject, body, sender: record.user, sentAt: world.clock.now() },
      options: { ...(plainCopy(others) as object), ...shown },
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

const editTriggerBuilder = kind<string>(
  'SpreadsheetTriggerBuilder',
  { create: (handler) => trigger(createTrigger(handler, 'edit')) },
  { onEdit: () => undefined },
);

const clockTriggerBuilder = kind<{ readonly handler: string; readonly hours: number }>(
  'ClockTriggerBuilder',
  { create: ({ handler, hours }) => trigger(createTrigger(handler, 'clock', hours * 3_600_000)) },
  { everyHours: (own, hours: number) => void Object.assign(own, { hours }) },
);

const triggerBuilder = kind<string>(
  'TriggerBuilder',
  {},
  {
    timeBased: (handler) => clockTriggerBuilder({ handler, hours: 0 }),
    forSpreadsheet: (handler) => editTriggerBuilder(handler),
  },
);

/** ScriptApp: triggers and authorisation. */
export const scriptApp = kind(
  'ScriptApp',
  {
    newTrigger: (_, handler: string) => triggerBuilder(handler),
    getUserTriggers: () => ownTriggers().filter(isHere).map(trigger),
    getProjectTriggers: () => ownTriggers().map(trigger),
    deleteTrigger: (_, given: object) => {
      const { uniqueId } = ownOf<Trigger>('Trigger', given);
      if (ownTriggers().some((own) => own.uniqueId === uniqueId)) running().world.removeTrigger(uniqueId);
    },
    getOAuthToken: () => oauthTokenOf(running().world, running().record.user),
    getAuthorizationInfo: () => {
      const { world, record } = running();
      const url = world.consents.missing(record.user).length > 0 ? CONSENT_ADDRESS : null;
      return authorizationInfo({ granted: world.consents.granted(record.user), url });
    },
    /** Ends the execution where something is missing: nothing that the script catches brings it back. */
    requireAllScopes: () => {
      const execution = running();
      const { world, record } = execution;
      if (world.consents.missing(record.user).length === 0) return;
      world.consents.ask(record.user, execution.kind);
      execution.kill(0, 'Authorization is required to perform that action.');
    },
  },
  {},
  { AuthMode: enumOf('FULL') },
)(null);

/** What a person has in this script: of all documents in an add-on, while each bound script has one. */
function ownTriggers(): Trigger[] {
  const { world, user, request } = running();
  const isOfScript = ({ bookId }: Trigger) =>
    world.installation === 'add-on' || bookId === request.document.id;
  return world.triggers.filter((each) => each.owner === user && isOfScript(each));
}

function isHere({ bookId }: Trigger): boolean {
  return bookId === running().request.document.id;
}

/** Editor triggers guide: 20 triggers of one user in one script. A timer of an hour interval first runs one interval after it was made. */
function createTrigger(handler: string, on: Trigger['on'], everyMillis = Number.POSITIVE_INFINITY): Trigger {
  const { world, user, request } = running();
  const own = ownTriggers();
  if (own.length >= 20) {
    throw new HostError(
      'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
    );
  }
  if (everyMillis < 3_600_000)
    throw new HostError('The recurrence interval for an Add-on trigger must be at least one hour.');
  if (world.installation === 'add-on' && own.some((each) => isHere(each) && each.on === on)) {
    throw new HostError(
      `This add-on has created too many ${on === 'clock' ? 'time-based' : 'edit'} triggers in this document for this Google user account.`,
    );
  }
  const made: Trigger = {
    uniqueId: String(Math.floor(world.random.next() * 9e15) + 1e15),
    ...{ on, handler, owner: user, bookId: request.document.id, everyMillis, enabled: true },
    nextRunAt: world.clock.now() + everyMillis,
  };
  world.triggers.push(made);
  return made;
}
