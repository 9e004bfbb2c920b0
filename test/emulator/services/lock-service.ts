import { callHost, checkArguments, refuseUnknownMembers } from './realm';

/** LockService. */
export function createLockService(): object {
  const getter = (member: string) =>
    function () {
      checkArguments(`LockService.${member}`, arguments, []);
      const scope = callHost(`LockService.${member}`, null, []);
      return scope === null ? null : createLock(scope);
    };
  return refuseUnknownMembers('LockService', {
    getDocumentLock: getter('getDocumentLock'),
    getScriptLock: getter('getScriptLock'),
    getUserLock: getter('getUserLock'),
  });
}

function createLock(scope: string): object {
  return refuseUnknownMembers('Lock', {
    hasLock(): boolean {
      checkArguments('Lock.hasLock', arguments, []);
      return callHost('Lock.hasLock', scope, []);
    },
    tryLock(timeoutInMillis: number): boolean {
      checkArguments('Lock.tryLock', arguments, ['number']);
      return callHost('Lock.tryLock', scope, [timeoutInMillis]);
    },
    waitLock(timeoutInMillis: number): void {
      checkArguments('Lock.waitLock', arguments, ['number']);
      callHost('Lock.waitLock', scope, [timeoutInMillis]);
    },
    releaseLock(): void {
      checkArguments('Lock.releaseLock', arguments, []);
      callHost('Lock.releaseLock', scope, []);
    },
  });
}
