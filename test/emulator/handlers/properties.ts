import type { CallContext, HostHandlers } from '../bridge';
import { noPermission, quotaSpent } from '../error-texts';
import { HostError } from '../host-errors';
import { storeScope } from './store-scope';

/** PropertiesService and Properties. Targets are scopes. */
export const propertiesHandlers: HostHandlers = {
  'PropertiesService.getDocumentProperties': (context) => storeScope(context, 'document'),
  'PropertiesService.getScriptProperties': (context) => storeScope(context, 'script'),
  'PropertiesService.getUserProperties': (context) => storeScope(context, 'user'),
  'Properties.getProperty': (context, scope: string, key: string | null) => {
    spend(context);
    return context.world.properties.get(scope, checkedKey(key));
  },
  'Properties.getProperties': (context, scope: string) => {
    spend(context);
    return context.world.properties.all(scope);
  },
  'Properties.getKeys': (context, scope: string) => {
    spend(context);
    return Object.keys(context.world.properties.all(scope));
  },
  'Properties.setProperty': (context, scope: string, key: string | null, value: string) => {
    beginWriting(context, scope, 'setProperty');
    context.world.properties.set(scope, { [checkedKey(key)]: value }, false);
  },
  'Properties.setProperties': (
    context,
    scope: string,
    pairs: Record<string, string>,
    deleteAllOthers: boolean,
  ) => {
    beginWriting(context, scope, 'setProperties');
    context.execution.note({ keys: Object.keys(pairs).length });
    for (const key of Object.keys(pairs)) checkedKey(key);
    context.world.properties.set(scope, pairs, deleteAllOthers);
  },
  'Properties.deleteProperty': (context, scope: string, key: string | null) => {
    beginWriting(context, scope, 'deleteProperty');
    context.world.properties.remove(scope, checkedKey(key));
  },
  'Properties.deleteAllProperties': (context, scope: string) => {
    beginWriting(context, scope, 'deleteAllProperties');
    context.world.properties.removeAll(scope);
  },
};

/** Fact F9: a formula sees its owner's user store, and may not write it. */
function beginWriting(context: CallContext, scope: string, member: string): void {
  if (context.kind === 'formula' && scope.startsWith('user:')) {
    throw new HostError(noPermission(`Properties.${member}`));
  }
  spend(context);
}

function spend({ world, clock, execution }: CallContext): void {
  const limit = world.switches.quotas.propertyOperations;
  const refusal = quotaSpent('properties');
  world.quotas.spend(execution.record.user, 'propertyOperations', 1, limit, clock.now(), refusal);
}

function checkedKey(key: string | null): string {
  if (key !== null && key !== '') return key;
  throw new HostError(
    'When setting or getting a property value, the property name must not be null or empty.',
  );
}
