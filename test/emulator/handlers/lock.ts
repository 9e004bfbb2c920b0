import type { CallContext, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { after, type Eventual } from '../waits';
import { storeScope } from './store-scope';

/** LockService and Lock. Targets are scopes. */
export const lockHandlers: HostHandlers = {
  'LockService.getDocumentLock': (context) => storeScope(context, 'document'),
  'LockService.getScriptLock': (context) => storeScope(context, 'script'),
  'LockService.getUserLock': (context) => storeScope(context, 'user'),
  'Lock.hasLock': ({ world, execution }, scope: string) => world.locks.isHeldBy(scope, execution.record.id),
  'Lock.tryLock': (context, scope: string, millis: number) => take(context, scope, millis),
  'Lock.waitLock': (context, scope: string, millis: number) =>
    after(take(context, scope, millis), (taken) => {
      if (!taken) throw new HostError('Lock timeout: another process was holding the lock for too long.');
      return null;
    }),
  'Lock.releaseLock': ({ world, execution }, scope: string) => {
    world.locks.release(scope, execution.record.id);
  },
};

/** Fact L3: a time below zero is refused even when the lock is free. */
function take({ world, execution }: CallContext, scope: string, millis: number): Eventual<boolean> {
  if (millis < 0) return false;
  const { id } = execution.record;
  const isFree = () => world.locks.isFreeFor(scope, id);
  return after(isFree() || execution.waitUntil(isFree, millis), (free) => {
    if (free && !execution.isKilled) world.locks.take(scope, id);
    return free;
  });
}
