import type { Mail } from '../emulator/world/mailbox';
import type { MailView } from './protocol';

/** A mail as its reader's mail program shows it. Recipients of copies are left out where there are none. */
export function mailView({ to, subject, body, options, sender, sentAt }: Mail): MailView {
  const name = text(options.name);
  return {
    from: name === '' ? sender : `${name} <${sender}>`,
    to,
    cc: text(options.cc),
    bcc: text(options.bcc),
    subject,
    text: body,
    html: text(options.htmlBody),
    sentMillis: sentAt,
  };
}

function text(option: unknown): string {
  return typeof option === 'string' ? option : '';
}
