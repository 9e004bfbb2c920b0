import { bytesOfContent, contentOfBlob } from './blob';
import { callHost, checkArguments, checked, Exception, refuseUnknownMembers } from './realm';

/** MailApp. Attachments are not emulated; inline images are. */
export function createMailApp(): object {
  return refuseUnknownMembers('MailApp', {
    sendEmail(...args: unknown[]) {
      checkArguments(
        'MailApp.sendEmail',
        args,
        ['object'],
        ['string', 'string', 'string'],
        ['string', 'string', 'string', 'object'],
        ['string', 'string', 'string', 'string'],
      );
      callHost('MailApp.sendEmail', null, [readMessage(args)]);
    },
    getRemainingDailyQuota: checked('MailApp.getRemainingDailyQuota', [[]], (): number =>
      callHost('MailApp.getRemainingDailyQuota', null, []),
    ),
  });
}

/** A message with its inline images as bytes, which cross to the host: blobs do not. */
function readMessage(args: readonly unknown[]) {
  const { options, ...message } = readArguments(args);
  const { inlineImages, ...others } = options;
  if (inlineImages === undefined) return { ...message, options };
  const images = Object.entries(inlineImages as Record<string, { getContentType(): string | null }>);
  const read = images.map(([name, blob]) => {
    const content = contentOfBlob(blob);
    if (content === undefined) throw new Exception(`Invalid argument: inlineImages`);
    return [name, { contentType: blob.getContentType(), bytes: bytesOfContent(content) }];
  });
  return { ...message, options: { ...others, inlineImages: Object.fromEntries(read) } };
}

function readArguments(args: readonly unknown[]): {
  readonly to: unknown;
  readonly subject: unknown;
  readonly body: unknown;
  readonly options: Readonly<Record<string, unknown>>;
} {
  const [first, second, third, fourth] = args;
  if (args.length === 1) {
    const { to, subject, body, ...options } = first as { readonly [field: string]: unknown };
    return {
      to: String(to),
      subject: String(subject),
      body: body === undefined ? '' : String(body),
      options,
    };
  }
  if (typeof fourth === 'string')
    return { to: first, subject: third, body: fourth, options: { replyTo: second } };
  return {
    to: first,
    subject: second,
    body: third,
    options: fourth === undefined ? {} : (fourth as Record<string, unknown>),
  };
}
