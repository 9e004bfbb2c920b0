import { createEnum } from './enum';

/** `ScriptApp.AuthMode`. */
export const authModes = createEnum('AuthMode', ['NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL']);
/** `ScriptApp.AuthorizationStatus`. */
export const authorizationStatuses = createEnum('AuthorizationStatus', ['REQUIRED', 'NOT_REQUIRED']);
/** `ScriptApp.InstallationSource`. */
export const installationSources = createEnum('InstallationSource', [
  'APPS_MARKETPLACE_DOMAIN_ADD_ON',
  'NONE',
  'WEB_STORE_ADD_ON',
]);
/** `ScriptApp.EventType`. */
export const eventTypes = createEnum('EventType', [
  'CLOCK',
  'ON_OPEN',
  'ON_EDIT',
  'ON_FORM_SUBMIT',
  'ON_CHANGE',
]);
/** `ScriptApp.TriggerSource`. */
export const triggerSources = createEnum('TriggerSource', ['SPREADSHEETS', 'CLOCK', 'FORMS', 'DOCUMENTS']);
/** `ScriptApp.WeekDay`. */
export const weekDays = createEnum('WeekDay', [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
]);
