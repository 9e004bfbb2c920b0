import { createClockTriggerBuilder } from './clock-trigger-builder';
import { callHost, checkArguments, refuseUnknownMembers } from './realm';
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
    newTrigger(functionName: string) {
      checkArguments('ScriptApp.newTrigger', arguments, ['string']);
      callHost('ScriptApp.newTrigger', null, []);
      return refuseUnknownMembers('TriggerBuilder', { timeBased: () => createClockTriggerBuilder(functionName) });
    },
    getProjectTriggers() {
      checkArguments('ScriptApp.getProjectTriggers', arguments, []);
      return callHost('ScriptApp.getProjectTriggers', null, []).map(createTrigger);
    },
    getUserTriggers() {
      checkArguments('ScriptApp.getUserTriggers', arguments, ['object']);
      return callHost('ScriptApp.getUserTriggers', null, []).map((trigger: TriggerDescription) => createTrigger(trigger));
    },
    deleteTrigger(trigger: { getUniqueId(): string }) {
      checkArguments('ScriptApp.deleteTrigger', arguments, ['object']);
      callHost('ScriptApp.deleteTrigger', null, [trigger.getUniqueId()]);
    },
    getScriptId(): string {
      checkArguments('ScriptApp.getScriptId', arguments, []);
      return callHost('ScriptApp.getScriptId', null, []);
    },
    getAuthorizationInfo() {
      checkArguments('ScriptApp.getAuthorizationInfo', arguments, ['object'], ['object', 'array']);
      const info = callHost('ScriptApp.getAuthorizationInfo', null, []);
      return refuseUnknownMembers('AuthorizationInfo', {
        getAuthorizationStatus: () => authorizationStatuses[info.required ? 'REQUIRED' : 'NOT_REQUIRED'],
        getAuthorizationUrl: () => info.url,
      });
    },
  });
}
