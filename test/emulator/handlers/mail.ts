import type { HostHandlers } from '../bridge';
import { quotaSpent } from '../error-texts';
import { HostError } from '../host-errors';

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
    world.mails.push({ ...message, sender: user, sentAt: clock.now() });
  },
  'MailApp.getRemainingDailyQuota': ({ world, clock, execution }) => {
    const used = world.quotas.used(execution.record.user, 'mailRecipients', clock.now());
    return world.switches.quotas.mailRecipients - used;
  },
};
