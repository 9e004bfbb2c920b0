import type { MailView } from '../protocol';
import { byId, element } from './element';
import { showToast } from './messages';

/**
 * Shows each mail as its reader would see it, newest first, and lets the dialog be opened.
 *
 * @param zone In which the times are shown.
 * @returns What takes in mail that has just been sent, and says so.
 */
export function mailViewer(
  zone: string,
  sentSoFar: readonly MailView[],
): (mails: readonly MailView[]) => void {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const put = (mail: MailView): void => {
    const sent = format.format(mail.sentMillis);
    const summary = element('summary', {}, element('strong', {}, mail.subject), ` ${mail.to}, ${sent}`);
    const entry = element('details', { name: 'mail' }, summary);
    entry.addEventListener('toggle', () => entry.append(content(mail, sent)), { once: true });
    byId('mail-body').prepend(entry);
    byId('no-mail').hidden = true;
    byId('open-mail').textContent = `Mail (${byId('mail-body').childElementCount})`;
  };
  sentSoFar.forEach(put);
  byId('open-mail').addEventListener('click', () => {
    const newest = byId('mail-body').querySelector('details');
    if (newest) newest.open = true;
    (byId('mail') as HTMLDialogElement).showModal();
  });
  return (mails) => {
    for (const mail of mails) {
      put(mail);
      showToast(`Mail to ${mail.to}`, mail.subject);
    }
  };
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
