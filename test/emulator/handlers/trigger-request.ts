import { HostError } from '../host-errors';
import type { TriggerSchedule } from '../trigger-schedule';
import type { World } from '../world/world';
import { isTimeZone } from '../zoned-time';

/** What a `ClockTriggerBuilder` collected before `create`. */
export interface TriggerRequest {
  readonly handler: string;
  readonly afterMillis?: number;
  readonly at?: { readonly $date: number } | number;
  readonly everyMinutes?: number;
  readonly everyHours?: number;
  readonly everyDays?: number;
  readonly everyWeeks?: number;
  /** 1 = Monday. */
  readonly weekDay?: number;
  readonly monthDay?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly zone?: string;
}

/** Turns the collected settings into a schedule. What was left open is chosen once, by the emulator's generator. */
export function readSchedule(request: TriggerRequest, world: World, now: number): TriggerSchedule {
  const zone = request.zone ?? world.manifest.timeZone;
  if (!isTimeZone(zone)) throw new HostError(`Invalid argument: ${zone}`);
  if (request.afterMillis !== undefined) return { kind: 'once', at: now + request.afterMillis };
  if (request.at !== undefined) {
    return { kind: 'once', at: typeof request.at === 'number' ? request.at : request.at.$date };
  }
  if (request.everyMinutes !== undefined)
    return { kind: 'interval', millis: minutes(request.everyMinutes) * 60_000 };
  if (request.everyHours !== undefined) return { kind: 'interval', millis: request.everyHours * 3_600_000 };
  const onDays = [request.everyDays, request.everyWeeks, request.weekDay, request.monthDay];
  if (onDays.every((setting) => setting === undefined)) {
    throw new HostError('The trigger has no recurrence: call one of the every, on, at or after methods.');
  }
  return {
    kind: 'daily',
    days: request.everyDays ?? 7 * (request.everyWeeks ?? 1),
    weekDay: request.weekDay ?? null,
    monthDay: request.monthDay ?? null,
    hour: request.hour ?? world.random.below(24),
    minute: minuteOf(request.minute, world),
    zone,
  };
}

/** Fact T6: anywhere in the hour, or within a quarter of an hour of the wished minute. */
function minuteOf(near: number | undefined, world: World): number {
  if (near === undefined) return world.random.below(60);
  return Math.min(59, Math.max(0, near - 15 + world.random.below(31)));
}

/** Fact T1; the text is assumed. */
function minutes(value: number): number {
  if ([1, 5, 10, 15, 30].includes(value)) return value;
  throw new HostError(
    'The value you passed to everyMinutes was invalid. It must be one of 1, 5, 10, 15 or 30.',
  );
}
