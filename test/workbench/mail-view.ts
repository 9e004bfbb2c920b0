import type { InlineImage, Mail } from '../emulator/world';
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
    html: withImages(text(options.htmlBody), options.inlineImages),
    sentMillis: sentAt,
  };
}

/** A mail program shows inline images where the HTML names them by `cid:`. */
function withImages(html: string, inlineImages: unknown): string {
  const images = Object.entries((inlineImages ?? {}) as Readonly<Record<string, InlineImage>>);
  return images.reduce(
    (text, [name, { contentType, base64 }]) =>
      text.replaceAll(`"cid:${name}"`, `"data:${contentType};base64,${base64}"`),
    html,
  );
}

function text(option: unknown): string {
  return typeof option === 'string' ? option : '';
}
