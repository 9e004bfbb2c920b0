import { callHost, checked, refuseUnknownMembers } from './realm';

/** LockService. */
export function createLockService(): object {
  const getter = (member: string) =>
    checked(`LockService.${member}`, [[]], () => {
      const scope = callHost(`LockService.${member}`, null, []);
      return scope === null ? null : createLock(scope);
    });
  return refuseUnknownMembers('LockService', {
    getDocumentLock: getter('getDocumentLock'),
    getScriptLock: getter('getScriptLock'),
    getUserLock: getter('getUserLock'),
  });
}

function createLock(scope: string): object {
  return refuseUnknownMembers('Lock', {
    hasLock: checked('Lock.hasLock', [[]], (): boolean => callHost('Lock.hasLock', scope, [])),
    tryLock: checked('Lock.tryLock', [['number']], (timeoutInMillis: number): boolean =>
      callHost('Lock.tryLock', scope, [timeoutInMillis]),
    ),
    waitLock: checked('Lock.waitLock', [['number']], (timeoutInMillis: number): void => {
      callHost('Lock.waitLock', scope, [timeoutInMillis]);
    }),
    releaseLock: checked('Lock.releaseLock', [[]], (): void => {
      callHost('Lock.releaseLock', scope, []);
    }),
  });
}
