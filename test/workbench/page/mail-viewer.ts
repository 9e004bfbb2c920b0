import type { MailView } from '../protocol';
import { byId, element } from './element';
import { showToast } from './messages';

/** Shows each mail as its reader would see it, newest first. */
export class MailViewer {
  readonly #format: Intl.DateTimeFormat;

  /** @param zone In which the times are shown. */
  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
  }

  /** Begins with the mail sent so far, and lets the dialog be opened. */
  start(mails: readonly MailView[]): void {
    for (const mail of mails) this.#put(mail);
    byId('open-mail').addEventListener('click', () => {
      const newest = byId('mail-body').querySelector('details');
      if (newest) newest.open = true;
      (byId('mail') as HTMLDialogElement).showModal();
    });
  }

  /** Takes in mail that has just been sent, and says so. */
  add(mails: readonly MailView[]): void {
    for (const mail of mails) {
      this.#put(mail);
      showToast(`Mail to ${mail.to}`, mail.subject);
    }
  }

  #put(mail: MailView): void {
    const sent = this.#format.format(mail.sentMillis);
    const summary = element('summary', {}, element('strong', {}, mail.subject), ` ${mail.to}, ${sent}`);
    const entry = element('details', { name: 'mail' }, summary);
    entry.addEventListener('toggle', () => entry.append(content(mail, sent)), { once: true });
    byId('mail-body').prepend(entry);
    byId('no-mail').hidden = true;
    byId('open-mail').textContent = `Mail (${byId('mail-body').childElementCount})`;
  }
}

function content({ from, to, subject, html, text }: MailView, sent: string): HTMLElement {
  const lines = Object.entries({ From: from, To: to, Sent: sent });
  const head = lines.flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, value)]);
  const plain = element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Plain text part' }, text);
  return element(
    'article',
    { 'aria-label': subject },
    element('dl', {}, ...head),
    // A frame without any permission: no script runs, no form is sent, no link leads out, and no address is reached.
    element('iframe', { title: `HTML part of “${subject}”`, sandbox: '', srcdoc: html, tabindex: '0' }),
    element('details', {}, element('summary', {}, 'Plain text'), plain),
  );
}
