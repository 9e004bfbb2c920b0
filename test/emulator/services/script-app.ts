import { createClockTriggerBuilder } from './clock-trigger-builder';
import { callHost, checked, refuseUnknownMembers } from './realm';
import {
  authModes,
  authorizationStatuses,
  eventTypes,
  installationSources,
  triggerSources,
  weekDays,
} from './script-enums';
import { createTrigger } from './trigger';

/** ScriptApp. */
export function createScriptApp(): object {
  return refuseUnknownMembers('ScriptApp', {
    AuthMode: authModes,
    AuthorizationStatus: authorizationStatuses,
    EventType: eventTypes,
    InstallationSource: installationSources,
    TriggerSource: triggerSources,
    WeekDay: weekDays,
    newTrigger: checked('ScriptApp.newTrigger', [['string']], (functionName: string) => {
      callHost('ScriptApp.newTrigger', null, []);
      return refuseUnknownMembers('TriggerBuilder', {
        timeBased: () => createClockTriggerBuilder(functionName),
      });
    }),
    getProjectTriggers: checked('ScriptApp.getProjectTriggers', [[]], () =>
      callHost('ScriptApp.getProjectTriggers', null, []).map(createTrigger),
    ),
    getUserTriggers: checked('ScriptApp.getUserTriggers', [['object']], (book: { getId(): string }) =>
      callHost('ScriptApp.getUserTriggers', null, [book.getId()]).map(createTrigger),
    ),
    deleteTrigger: checked('ScriptApp.deleteTrigger', [['object']], (trigger: { getUniqueId(): string }) => {
      callHost('ScriptApp.deleteTrigger', null, [trigger.getUniqueId()]);
    }),
    getScriptId: checked('ScriptApp.getScriptId', [[]], (): string =>
      callHost('ScriptApp.getScriptId', null, []),
    ),
    getOAuthToken: checked('ScriptApp.getOAuthToken', [[]], (): string =>
      callHost('ScriptApp.getOAuthToken', null, []),
    ),
    getInstallationSource: checked('ScriptApp.getInstallationSource', [[]], () =>
      callHost('ScriptApp.getInstallationSource', null, []) === 'add-on'
        ? installationSources.WEB_STORE_ADD_ON
        : installationSources.NONE,
    ),
    getAuthorizationInfo: checked(
      'ScriptApp.getAuthorizationInfo',
      [['object'], ['object', 'array']],
      (_mode: object, scopes: readonly string[] | null = null) => {
        const info = callHost('ScriptApp.getAuthorizationInfo', null, [scopes]);
        return refuseUnknownMembers('AuthorizationInfo', {
          getAuthorizationStatus: () =>
            authorizationStatuses[info.url === null ? 'NOT_REQUIRED' : 'REQUIRED'],
          getAuthorizationUrl: () => info.url,
          getAuthorizedScopes: () => info.granted,
        });
      },
    ),
    requireAllScopes: checked('ScriptApp.requireAllScopes', [['object']], () => {
      callHost('ScriptApp.requireAllScopes', null, []);
    }),
    requireScopes: checked('ScriptApp.requireScopes', [['object', 'array']], (_mode, scopes) => {
      callHost('ScriptApp.requireScopes', null, [scopes]);
    }),
  });
}
