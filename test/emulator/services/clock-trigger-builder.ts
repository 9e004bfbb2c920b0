import { callHost, checked, type Json, refuseUnknownMembers } from './realm';
import { createTrigger } from './trigger';

const WEEK_DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** `ScriptApp.newTrigger(name).timeBased()`: collects settings, which the host judges at `create`. */
export function createClockTriggerBuilder(handler: string): object {
  const request: { [setting: string]: Json } = { handler };
  const number = (member: string, setting: string) =>
    checked(`ClockTriggerBuilder.${member}`, [['number']], (value: number) => {
      request[setting] = value;
      return builder;
    });
  const builder: object = refuseUnknownMembers('ClockTriggerBuilder', {
    after: number('after', 'afterMillis'),
    everyMinutes: number('everyMinutes', 'everyMinutes'),
    everyHours: number('everyHours', 'everyHours'),
    everyDays: number('everyDays', 'everyDays'),
    everyWeeks: number('everyWeeks', 'everyWeeks'),
    atHour: number('atHour', 'hour'),
    nearMinute: number('nearMinute', 'minute'),
    onMonthDay: number('onMonthDay', 'monthDay'),
    at: checked('ClockTriggerBuilder.at', [['object']], (date: Date) => {
      request.at = date.getTime();
      return builder;
    }),
    onWeekDay: checked('ClockTriggerBuilder.onWeekDay', [['object']], (day: object) => {
      request.weekDay = WEEK_DAYS.indexOf(String(day)) + 1;
      return builder;
    }),
    inTimezone: checked('ClockTriggerBuilder.inTimezone', [['string']], (zone: string) => {
      request.zone = zone;
      return builder;
    }),
    create: checked('ClockTriggerBuilder.create', [[]], () =>
      createTrigger(callHost('ClockTriggerBuilder.create', null, [request])),
    ),
  });
  return builder;
}
