import { refuseUnknownMembers } from './realm';
import { eventTypes, triggerSources } from './script-enums';

/** One installable trigger, as the host describes it. */
export interface TriggerDescription {
  readonly uniqueId: string;
  readonly handler: string;
}

/** A Trigger: only time-driven ones exist here. */
export function createTrigger({ uniqueId, handler }: TriggerDescription): object {
  return refuseUnknownMembers('Trigger', {
    getUniqueId: () => uniqueId,
    getHandlerFunction: () => handler,
    getEventType: () => eventTypes.CLOCK,
    getTriggerSource: () => triggerSources.CLOCK,
    getTriggerSourceId: () => null,
  });
}
