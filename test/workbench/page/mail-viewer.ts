import type { MailView } from '../protocol';
import { byId, element } from './element';
import { showToast } from './messages';

type Part = 'html' | 'text';

/** Shows each mail as its reader would see it, newest first. */
export class MailViewer {
  readonly #format: Intl.DateTimeFormat;
  /** Oldest first: a mail keeps its place while others come. */
  #mails: readonly MailView[] = [];
  #open = 0;
  #part: Part = 'html';

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
    this.#mails = mails;
    this.#count();
    byId('open-mail').addEventListener('click', () => {
      this.#open = this.#mails.length - 1;
      this.#draw();
      this.#dialog.showModal();
      this.#focusChosen();
    });
    byId('mail-body').addEventListener('keydown', (event) => moveInList(event));
  }

  /** Takes in mail that has just been sent, and says so. */
  add(mails: readonly MailView[]): void {
    this.#mails = [...this.#mails, ...mails];
    this.#count();
    for (const { to, subject } of mails) showToast(`Mail to ${to}`, subject);
    if (this.#dialog.open) this.#draw();
  }

  get #dialog(): HTMLDialogElement {
    return byId('mail') as HTMLDialogElement;
  }

  #count(): void {
    byId('open-mail').textContent = this.#mails.length === 0 ? 'Mail' : `Mail (${this.#mails.length})`;
  }

  #draw(): void {
    const mail = this.#mails[Math.max(0, this.#open)];
    const parts = mail === undefined ? [noMail()] : [this.#list(), this.#opened(mail)];
    byId('mail-body').replaceChildren(...parts);
  }

  #list(): HTMLElement {
    const items = this.#mails.map((mail, index) => {
      const button = element(
        'button',
        { type: 'button', ...(index === this.#open ? { 'aria-current': 'true' } : {}) },
        element('strong', {}, mail.subject),
        element('span', {}, mail.to),
        element('span', {}, this.#format.format(mail.sentMillis)),
      );
      button.addEventListener('click', () => this.#choose(index));
      return element('li', {}, button);
    });
    return element('ul', { class: 'mails', 'aria-label': 'Mail, newest first' }, ...items.reverse());
  }

  #choose(index: number): void {
    this.#open = index;
    this.#draw();
    this.#focusChosen();
  }

  #focusChosen(): void {
    byId('mail-body').querySelector<HTMLElement>('.mails [aria-current]')?.focus();
  }

  #opened(mail: MailView): HTMLElement {
    const { from, to, cc, bcc, subject, html } = mail;
    const lines: readonly (readonly [string, string])[] = [
      ['From', from],
      ['To', to],
      ['Cc', cc],
      ['Bcc', bcc],
      ['Sent', this.#format.format(mail.sentMillis)],
    ];
    const head = lines
      .filter(([, value]) => value !== '')
      .flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, value)]);
    const isHtml = html !== '' && this.#part === 'html';
    return element(
      'article',
      { class: 'mail-open', 'aria-label': subject },
      element('h3', {}, subject),
      element('dl', {}, ...head),
      ...(html === '' ? [] : [this.#parts()]),
      isHtml ? htmlPart(mail) : textPart(mail),
    );
  }

  #parts(): HTMLElement {
    const button = (part: Part, label: string): HTMLElement => {
      const one = element(
        'button',
        { type: 'button', class: 'button', 'aria-pressed': String(this.#part === part) },
        label,
      );
      one.addEventListener('click', () => {
        this.#part = part;
        this.#draw();
        byId('mail-body').querySelector<HTMLElement>('.mail-parts [aria-pressed=true]')?.focus();
      });
      return one;
    };
    return element(
      'div',
      { class: 'mail-parts', role: 'group', 'aria-label': 'Part of the mail' },
      button('html', 'HTML'),
      button('text', 'Plain text'),
    );
  }
}

function noMail(): HTMLElement {
  return element(
    'p',
    { class: 'no-mail' },
    'No mail yet. The add-on mails when a scheduled refresh fails or recovers, when an alert begins or ends, and summary emails every week or month.',
  );
}

/** A frame without any permission: no script runs, no form is sent, no link leads out, and no address is reached. */
function htmlPart({ subject, html }: MailView): HTMLElement {
  return element('iframe', {
    class: 'mail-frame',
    title: `HTML part of “${subject}”`,
    sandbox: '',
    srcdoc: html,
    tabindex: '0',
  });
}

function textPart({ text }: MailView): HTMLElement {
  return element('pre', { class: 'mail-text', tabindex: '0', 'aria-label': 'Plain text part' }, text);
}

/** Arrows go from mail to mail. */
function moveInList(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const button = (event.target as HTMLElement).closest('.mails button');
  if (step === undefined || button === null) return;
  const all = [...byId('mail-body').querySelectorAll<HTMLElement>('.mails button')];
  all[all.indexOf(button as HTMLElement) + step]?.focus();
  event.preventDefault();
}
