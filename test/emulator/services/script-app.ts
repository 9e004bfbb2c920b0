import { createClockTriggerBuilder } from './clock-trigger-builder';
import { callHost, checked, refuseUnknownMembers } from './realm';
import { authModes, authorizationStatuses, eventTypes, triggerSources, weekDays } from './script-enums';
import { createTrigger, type TriggerDescription } from './trigger';

/** ScriptApp. */
export function createScriptApp(): object {
  return refuseUnknownMembers('ScriptApp', {
    AuthMode: authModes,
    AuthorizationStatus: authorizationStatuses,
    EventType: eventTypes,
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
    getUserTriggers: checked('ScriptApp.getUserTriggers', [['object']], () =>
      callHost('ScriptApp.getUserTriggers', null, []).map((trigger: TriggerDescription) =>
        createTrigger(trigger),
      ),
    ),
    deleteTrigger: checked('ScriptApp.deleteTrigger', [['object']], (trigger: { getUniqueId(): string }) => {
      callHost('ScriptApp.deleteTrigger', null, [trigger.getUniqueId()]);
    }),
    getScriptId: checked('ScriptApp.getScriptId', [[]], (): string =>
      callHost('ScriptApp.getScriptId', null, []),
    ),
    getAuthorizationInfo: checked('ScriptApp.getAuthorizationInfo', [['object'], ['object', 'array']], () => {
      const info = callHost('ScriptApp.getAuthorizationInfo', null, []);
      return refuseUnknownMembers('AuthorizationInfo', {
        getAuthorizationStatus: () => authorizationStatuses[info.required ? 'REQUIRED' : 'NOT_REQUIRED'],
        getAuthorizationUrl: () => info.url,
      });
    }),
  });
}
