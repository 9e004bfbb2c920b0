import { keyText, textValues } from './cache-service';
import { callHost, checked, refuseUnknownMembers } from './realm';

/** PropertiesService. */
export function createPropertiesService(): object {
  const getter = (member: string) =>
    checked(`PropertiesService.${member}`, [[]], () => {
      const scope = callHost(`PropertiesService.${member}`, null, []);
      return scope === null ? null : createProperties(scope);
    });
  return refuseUnknownMembers('PropertiesService', {
    getDocumentProperties: getter('getDocumentProperties'),
    getScriptProperties: getter('getScriptProperties'),
    getUserProperties: getter('getUserProperties'),
  });
}

function createProperties(scope: string): object {
  const store: object = refuseUnknownMembers('Properties', {
    getProperty: checked('Properties.getProperty', [['any']], (key: unknown) =>
      callHost('Properties.getProperty', scope, [keyText(key)]),
    ),
    getProperties: checked('Properties.getProperties', [[]], () =>
      callHost('Properties.getProperties', scope, []),
    ),
    getKeys: checked('Properties.getKeys', [[]], () => callHost('Properties.getKeys', scope, [])),
    setProperty: checked('Properties.setProperty', [['any', 'any']], (key: unknown, value: unknown) => {
      callHost('Properties.setProperty', scope, [keyText(key), String(value)]);
      return store;
    }),
    setProperties: checked(
      'Properties.setProperties',
      [['object', 'boolean?']],
      (values: { readonly [key: string]: unknown }, deleteAllOthers?: boolean) => {
        callHost('Properties.setProperties', scope, [textValues(values), deleteAllOthers === true]);
        return store;
      },
    ),
    deleteProperty: checked('Properties.deleteProperty', [['any']], (key: unknown) => {
      callHost('Properties.deleteProperty', scope, [keyText(key)]);
      return store;
    }),
    deleteAllProperties: checked('Properties.deleteAllProperties', [[]], () => {
      callHost('Properties.deleteAllProperties', scope, []);
      return store;
    }),
  });
  return store;
}
