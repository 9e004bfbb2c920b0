import { callHost, checkArguments, refuseUnknownMembers } from './realm';

/** Session. */
export function createSession(): object {
  const user = (member: string) =>
    function () {
      checkArguments(`Session.${member}`, arguments, []);
      const email: string = callHost(`Session.${member}`, null, []);
      return refuseUnknownMembers('User', { getEmail: () => email, toString: () => email });
    };
  const text = (member: string) =>
    function (): string {
      checkArguments(`Session.${member}`, arguments, []);
      return callHost(`Session.${member}`, null, []);
    };
  return refuseUnknownMembers('Session', {
    getActiveUser: user('getActiveUser'),
    getEffectiveUser: user('getEffectiveUser'),
    getScriptTimeZone: text('getScriptTimeZone'),
    getActiveUserLocale: text('getActiveUserLocale'),
    getTemporaryActiveUserKey: text('getTemporaryActiveUserKey'),
  });
}
