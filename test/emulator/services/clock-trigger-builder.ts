import { createTrigger } from './trigger';
import { callHost, checkArguments, type Json, refuseUnknownMembers } from './realm';

const WEEK_DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** `ScriptApp.newTrigger(name).timeBased()`: collects settings, which the host judges at `create`. */
export function createClockTriggerBuilder(handler: string): object {
  const request: { [setting: string]: Json } = { handler };
  const number = (member: string, setting: string) =>
    function (value: number) {
      checkArguments(`ClockTriggerBuilder.${member}`, arguments, ['number']);
      request[setting] = value;
      return builder;
    };
  const builder: object = refuseUnknownMembers('ClockTriggerBuilder', {
    after: number('after', 'afterMillis'),
    everyMinutes: number('everyMinutes', 'everyMinutes'),
    everyHours: number('everyHours', 'everyHours'),
    everyDays: number('everyDays', 'everyDays'),
    everyWeeks: number('everyWeeks', 'everyWeeks'),
    atHour: number('atHour', 'hour'),
    nearMinute: number('nearMinute', 'minute'),
    onMonthDay: number('onMonthDay', 'monthDay'),
    at(date: Date) {
      checkArguments('ClockTriggerBuilder.at', arguments, ['object']);
      request.at = date.getTime();
      return builder;
    },
    onWeekDay(day: object) {
      checkArguments('ClockTriggerBuilder.onWeekDay', arguments, ['object']);
      request.weekDay = WEEK_DAYS.indexOf(String(day)) + 1;
      return builder;
    },
    inTimezone(zone: string) {
      checkArguments('ClockTriggerBuilder.inTimezone', arguments, ['string']);
      request.zone = zone;
      return builder;
    },
    create() {
      checkArguments('ClockTriggerBuilder.create', arguments, []);
      return createTrigger(callHost('ClockTriggerBuilder.create', null, [request]));
    },
  });
  return builder;
}
