import type { HostHandlers } from '../bridge';
import { quotaSpent } from '../error-texts';
import { HostError } from '../host-errors';
import type { InlineImage } from '../world/mailbox';

interface Message {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** MailApp: nothing leaves the machine; messages are kept. */
export const mailHandlers: HostHandlers = {
  'MailApp.sendEmail': ({ world, clock, execution }, _target: null, message: Message) => {
    const recipients = [message.to, message.options.cc, message.options.bcc]
      .flatMap((list) => String(list ?? '').split(','))
      .map((address) => address.trim())
      .filter((address) => address !== '');
    if (message.to.trim() === '') throw new HostError('Failed to send email: no recipient');
    const invalid = recipients.find((address) => !/^[^\s@]+@[^\s@]+$/.test(address));
    if (invalid !== undefined) throw new HostError(`Invalid email: ${invalid}`);
    const { user } = execution.record;
    const limit = world.switches.quotas.mailRecipients;
    world.quotas.spend(user, 'mailRecipients', recipients.length, limit, clock.now(), quotaSpent('email'));
    const options = withImages(message.options);
    world.mails.push({ ...message, options, sender: user, sentAt: clock.now() });
  },
  'MailApp.getRemainingDailyQuota': ({ world, clock, execution }) => {
    const used = world.quotas.used(execution.record.user, 'mailRecipients', clock.now());
    return world.switches.quotas.mailRecipients - used;
  },
};

/** Inline images as base64, by their names. */
function withImages(options: Message['options']): Message['options'] {
  const { inlineImages, ...others } = options;
  if (inlineImages === undefined) return options;
  const images = Object.entries(inlineImages as Record<string, { contentType: string; bytes: number[] }>);
  const encoded = images.map(([name, { contentType, bytes }]): [string, InlineImage] => [
    name,
    { contentType, base64: Buffer.from(bytes).toString('base64') },
  ]);
  return { ...others, inlineImages: Object.fromEntries(encoded) };
}
