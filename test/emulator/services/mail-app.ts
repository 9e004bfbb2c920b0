import { callHost, checkArguments, checked, refuseUnknownMembers } from './realm';

/** MailApp. Attachments are not emulated. */
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

function readMessage(args: readonly unknown[]) {
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
  return { to: first, subject: second, body: third, options: fourth === undefined ? {} : fourth };
}
