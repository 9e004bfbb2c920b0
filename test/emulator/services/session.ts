import { callHost, checked, refuseUnknownMembers } from './realm';

/** Session. */
export function createSession(): object {
  const user = (member: string) =>
    checked(`Session.${member}`, [[]], () => {
      const email: string = callHost(`Session.${member}`, null, []);
      return refuseUnknownMembers('User', { getEmail: () => email, toString: () => email });
    });
  const text = (member: string) =>
    checked(`Session.${member}`, [[]], (): string => callHost(`Session.${member}`, null, []));
  return refuseUnknownMembers('Session', {
    getActiveUser: user('getActiveUser'),
    getEffectiveUser: user('getEffectiveUser'),
    getScriptTimeZone: text('getScriptTimeZone'),
    getActiveUserLocale: text('getActiveUserLocale'),
    getTemporaryActiveUserKey: text('getTemporaryActiveUserKey'),
  });
}
