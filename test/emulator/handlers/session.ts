import type { HostHandlers } from '../bridge';
import { missingScope } from '../error-texts';
import { HostError } from '../host-errors';
import { asksForScope } from '../manifest';

const EMAIL_SCOPE = 'https://www.googleapis.com/auth/userinfo.email';

/** Session. The address of a person is `''` in a formula (fact F11), and needs a scope elsewhere. */
export const sessionHandlers: HostHandlers = {
  'Session.getActiveUser': (context) => {
    if (context.kind === 'formula') return '';
    if (!asksForScope(context.world.manifest, EMAIL_SCOPE)) {
      throw new HostError(missingScope('Session.getActiveUser', EMAIL_SCOPE));
    }
    return context.user;
  },
  'Session.getEffectiveUser': (context) => {
    if (context.kind === 'formula') return '';
    if (!asksForScope(context.world.manifest, EMAIL_SCOPE)) {
      throw new HostError(missingScope('Session.getEffectiveUser', EMAIL_SCOPE));
    }
    return context.user;
  },
  'Session.getScriptTimeZone': ({ world }) => world.manifest.timeZone,
  'Session.getActiveUserLocale': ({ document }) => (document?.locale ?? 'en_US').slice(0, 2),
  'Session.getTemporaryActiveUserKey': ({ user }) => `key-of-${user}`,
};
