import type { CallContext, HostHandlers, Json } from '../bridge';
import { HostError } from '../host-errors';
import { ADD_ON_SHORTEST_INTERVAL_MILLIS, TRIGGERS_PER_USER } from '../limits';
import { asksForScope } from '../manifest';
import { nextRun } from '../trigger-schedule';
import type { Trigger } from '../world/trigger-table';
import { readSchedule, type TriggerRequest } from './trigger-request';

/** ScriptApp: triggers and authorisation. */
export const scriptAppHandlers: HostHandlers = {
  'ScriptApp.newTrigger': () => null,
  'ScriptApp.getProjectTriggers': (context) => ownTriggers(context),
  'ScriptApp.getUserTriggers': (context) => ownTriggers(context),
  'ScriptApp.deleteTrigger': (context, _target: null, uniqueId: string) => {
    const { triggers } = context.world;
    if (triggers.triggers.find((trigger) => trigger.uniqueId === uniqueId)?.owner === context.user) {
      triggers.remove(uniqueId);
    }
  },
  'ScriptApp.getScriptId': ({ execution }) => execution.scriptId,
  'ScriptApp.getAuthorizationInfo': ({ world }) => {
    const asked = world.manifest.oauthScopes ?? [];
    const refused = world.switches.missingScopes.some((scope) => asksForScope(world.manifest, scope));
    const address = 'https://accounts.google.com/o/oauth2/auth?authuser=0';
    return { required: refused && asked.length > 0, url: refused ? address : null };
  },
  'ClockTriggerBuilder.create': (context, _target: null, request: TriggerRequest) => create(context, request),
};

function ownTriggers({ world, user, document }: CallContext): Json[] {
  return world.triggers.ownedBy(user, document?.id ?? '').map(describe);
}

function describe(trigger: Trigger): Json {
  return { uniqueId: trigger.uniqueId, handler: trigger.handler };
}

/** Facts T2 to T5. */
function create({ world, user, document, kind, clock }: CallContext, request: TriggerRequest): Json {
  const bookId = document?.id ?? '';
  if (world.triggers.triggers.filter(({ owner }) => owner === user).length >= TRIGGERS_PER_USER) {
    throw new HostError(
      'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
    );
  }
  const schedule = readSchedule(request, world, clock.now());
  if (world.installation === 'add-on') {
    const often = schedule.kind === 'interval' && schedule.millis < ADD_ON_SHORTEST_INTERVAL_MILLIS;
    const soon = schedule.kind === 'once' && schedule.at - clock.now() < ADD_ON_SHORTEST_INTERVAL_MILLIS;
    if (often || (soon && kind === 'trigger')) {
      throw new HostError('The recurrence interval for an Add-on trigger must be at least one hour.');
    }
    if (world.triggers.ownedBy(user, bookId).length > 0) {
      throw new HostError(
        'This add-on has created too many time-based triggers in this document for this Google user account.',
      );
    }
  }
  const trigger: Trigger = {
    uniqueId: String(Math.floor(world.random.next() * 9e15) + 1e15),
    handler: request.handler,
    owner: user,
    bookId,
    schedule,
    nextRunAt: nextRun(schedule, clock.now(), null),
    enabled: true,
  };
  world.triggers.add(trigger);
  return describe(trigger);
}
