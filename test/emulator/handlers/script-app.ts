import type { CallContext, HostHandlers, Json } from '../bridge';
import { AUTHORIZATION_REQUIRED } from '../error-texts';
import { HostError } from '../host-errors';
import { ADD_ON_SHORTEST_INTERVAL_MILLIS, TRIGGERS_PER_USER } from '../limits';
import { nextRun } from '../trigger-schedule';
import { oauthTokenOf } from '../world/oauth-token';
import type { Trigger } from '../world/trigger-table';
import { readSchedule, type TriggerRequest } from './trigger-request';

/** ScriptApp: triggers and authorisation. */
export const scriptAppHandlers: HostHandlers = {
  'ScriptApp.newTrigger': () => null,
  'ScriptApp.getProjectTriggers': (context) => ownTriggers(context).map(describe),
  'ScriptApp.getUserTriggers': (context, _target: null, bookId: string) =>
    ownTriggers(context)
      .filter((trigger) => trigger.bookId === bookId)
      .map(describe),
  'ScriptApp.deleteTrigger': (context, _target: null, uniqueId: string) => {
    const { triggers } = context.world;
    if (ownTriggers(context).some((trigger) => trigger.uniqueId === uniqueId)) triggers.remove(uniqueId);
  },
  'ScriptApp.getScriptId': ({ execution }) => execution.scriptId,
  'ScriptApp.getOAuthToken': ({ world, execution }) => oauthTokenOf(world, execution.record.user),
  'ScriptApp.getInstallationSource': ({ world }) => world.installation,
  'ScriptApp.getAuthorizationInfo': (context, _target: null, scopes: readonly string[] | null) => {
    const { granted, missing } = consentsTo(context, scopes);
    return { granted, url: missing.length > 0 ? CONSENT_ADDRESS : null };
  },
  'ScriptApp.requireAllScopes': (context) => requireConsents(context, null),
  'ScriptApp.requireScopes': (context, _target: null, scopes: readonly string[]) =>
    requireConsents(context, scopes),
  'ClockTriggerBuilder.create': (context, _target: null, request: TriggerRequest) => create(context, request),
};

/** The address carries which account is meant; nothing else of it is known. */
const CONSENT_ADDRESS = 'https://accounts.google.com/o/oauth2/auth?authuser=0';

/** What a person has in this script: of all documents in an add-on (fact T9), while each bound script has one. */
function ownTriggers({ world, user, document }: CallContext): Trigger[] {
  const isOfScript = ({ bookId }: Trigger) => world.installation === 'add-on' || bookId === document?.id;
  return world.triggers.triggers.filter((trigger) => trigger.owner === user && isOfScript(trigger));
}

/** @param scopes Those that are asked about; null for all. One that the manifest does not ask for is refused (fact A5). */
function consentsTo({ world, execution }: CallContext, scopes: readonly string[] | null) {
  const { user } = execution.record;
  const stranger = scopes?.find((scope) => world.manifest.oauthScopes?.includes(scope) !== true);
  if (stranger !== undefined) throw new HostError(`The script does not require the scope ${stranger}`);
  const isMeant = (scope: string) => scopes === null || scopes.includes(scope);
  return {
    granted: world.consents.granted(user).filter(isMeant),
    missing: world.consents.missing(user).filter(isMeant),
  };
}

/** Ends the execution where something is missing: nothing that the script catches brings it back (facts A1 and A2). */
function requireConsents(context: CallContext, scopes: readonly string[] | null): null {
  if (consentsTo(context, scopes).missing.length === 0) return null;
  context.world.consents.ask(context.execution.record.user, context.kind);
  context.execution.kill(0, AUTHORIZATION_REQUIRED);
  return null;
}

function describe(trigger: Trigger): Json {
  return { uniqueId: trigger.uniqueId, handler: trigger.handler };
}

/** Facts T2 to T5. */
function create(context: CallContext, request: TriggerRequest): Json {
  const { world, user, document, kind, clock } = context;
  const bookId = document?.id ?? '';
  const own = ownTriggers(context);
  if (own.length >= TRIGGERS_PER_USER) {
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
    if (own.some((trigger) => trigger.bookId === bookId)) {
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
