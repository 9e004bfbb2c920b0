import { keyText, textValues } from './cache-service';
import { callHost, checkArguments, refuseUnknownMembers } from './realm';

/** PropertiesService. */
export function createPropertiesService(): object {
  const getter = (member: string) =>
    function () {
      checkArguments(`PropertiesService.${member}`, arguments, []);
      const scope = callHost(`PropertiesService.${member}`, null, []);
      return scope === null ? null : createProperties(scope);
    };
  return refuseUnknownMembers('PropertiesService', {
    getDocumentProperties: getter('getDocumentProperties'),
    getScriptProperties: getter('getScriptProperties'),
    getUserProperties: getter('getUserProperties'),
  });
}

function createProperties(scope: string): object {
  const store: object = refuseUnknownMembers('Properties', {
    getProperty(key: unknown) {
      checkArguments('Properties.getProperty', arguments, ['any']);
      return callHost('Properties.getProperty', scope, [keyText(key)]);
    },
    getProperties() {
      checkArguments('Properties.getProperties', arguments, []);
      return callHost('Properties.getProperties', scope, []);
    },
    getKeys() {
      checkArguments('Properties.getKeys', arguments, []);
      return callHost('Properties.getKeys', scope, []);
    },
    setProperty(key: unknown, value: unknown) {
      checkArguments('Properties.setProperty', arguments, ['any', 'any']);
      callHost('Properties.setProperty', scope, [keyText(key), String(value)]);
      return store;
    },
    setProperties(values: { readonly [key: string]: unknown }, deleteAllOthers?: boolean) {
      checkArguments('Properties.setProperties', arguments, ['object', 'boolean?']);
      callHost('Properties.setProperties', scope, [textValues(values), deleteAllOthers === true]);
      return store;
    },
    deleteProperty(key: unknown) {
      checkArguments('Properties.deleteProperty', arguments, ['any']);
      callHost('Properties.deleteProperty', scope, [keyText(key)]);
      return store;
    },
    deleteAllProperties() {
      checkArguments('Properties.deleteAllProperties', arguments, []);
      callHost('Properties.deleteAllProperties', scope, []);
      return store;
    },
  });
  return store;
}
