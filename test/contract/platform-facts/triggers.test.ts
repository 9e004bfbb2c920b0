import { describe, expect, test } from '@jest/globals';
import { type ScriptWorld, type ScriptWorldOptions, scriptWorld } from './script-world';

const SCRIPT = `
function every(handler, unit, count) { return ScriptApp.newTrigger(handler).timeBased()['every' + unit](count).create().getUniqueId(); }
function afterMillis(millis) { ScriptApp.newTrigger('work').timeBased().after(millis).create(); }
function daily(hour, near, zone) {
  var builder = ScriptApp.newTrigger('work').timeBased().everyDays(1).atHour(hour);
  if (near !== null) builder.nearMinute(near);
  if (zone !== null) builder.inTimezone(zone);
  builder.create();
}
function weekly() { ScriptApp.newTrigger('work').timeBased().onWeekDay(ScriptApp.WeekDay.FRIDAY).atHour(6).create(); }
function mine() { return ScriptApp.getProjectTriggers().map(function (trigger) { return trigger.getHandlerFunction(); }); }
function here() { return ScriptApp.getUserTriggers(SpreadsheetApp.getActive()).map(function (trigger) { return trigger.getUniqueId(); }); }
function removeAll() { ScriptApp.getProjectTriggers().forEach(function (trigger) { ScriptApp.deleteTrigger(trigger); }); }
function keeps(key) { PropertiesService.getDocumentProperties().setProperty(key, 'v'); }
function kept() { return PropertiesService.getDocumentProperties().getKeys(); }
function work(e) { console.log(JSON.stringify(e)); }
function asks() { SpreadsheetApp.getUi(); }
function chains() { ScriptApp.newTrigger('work').timeBased().after(60000).create(); }
function longWork() { Utilities.sleep(300000); }
function writes() { SpreadsheetApp.getActiveSpreadsheet().getSheets()[0].getRange('A1').setValue('written'); }
function onEdit() { console.log('edited'); }
function hidden_() {}
function consent() { UrlFetchApp.fetch('https://api.example/'); }
`;

describe('Time-driven triggers', () => {
  function inWorld(options: ScriptWorldOptions, check: (world: ScriptWorld) => void): void {
    const world = scriptWorld(SCRIPT, options);
    check(world);
    world.dispose();
  }
  const failure = (message: string) => ({ kind: 'failure', message: `Exception: ${message}` });
  const BOUND = { installation: 'bound' } as const;

  test('[T1 doc] minutes are 1, 5, 10, 15 or 30 (ClockTriggerBuilder reference; text assumed)', () => {
    inWorld(BOUND, ({ ann }) => {
      const taken = [1, 2, 5, 10, 15, 20, 30, 60].filter(
        (minutes) => ann.callFromSidebar('every', 'work', 'Minutes', minutes).kind === 'success',
      );
      expect(taken).toEqual([1, 5, 10, 15, 30]);
    });
  });

  test('[T2 rec] an add-on runs at most every hour (mail-merge-for-gmail 165)', () => {
    inWorld({}, ({ ann }) => {
      expect(ann.callFromSidebar('every', 'work', 'Minutes', 30)).toEqual(
        failure('The recurrence interval for an Add-on trigger must be at least one hour.'),
      );
      expect(ann.callFromSidebar('every', 'work', 'Hours', 1).kind).toBe('success');
    });
  });

  test('[T3 rec] an add-on gets one for a user in a document; other users and documents are free (recorded)', () => {
    inWorld({}, ({ ann, bob, bobsBook }) => {
      ann.callFromSidebar('every', 'work', 'Hours', 1);
      expect(ann.callFromSidebar('every', 'work', 'Hours', 2)).toEqual(
        failure(
          'This add-on has created too many time-based triggers in this document for this Google user account.',
        ),
      );
      expect(bob.callFromSidebar('every', 'work', 'Hours', 1).kind).toBe('success');
      expect(bobsBook.as('ann@a.example').callFromSidebar('every', 'work', 'Hours', 1).kind).toBe('success');
      ann.callFromSidebar('removeAll');
      expect(ann.callFromSidebar('every', 'work', 'Hours', 2).kind).toBe('success');
    });
  });

  test('[T4 doc] the 21st trigger of a user is refused (Quotas page; text rec2)', () => {
    inWorld(BOUND, ({ ann }) => {
      for (let count = 0; count < 20; count++) ann.callFromSidebar('every', 'work', 'Hours', 1);
      expect(ann.callFromSidebar('every', 'work', 'Hours', 1)).toEqual(
        failure(
          'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
        ),
      );
    });
  });

  test('[T5 rec2, asm] after less than an hour works from the sidebar, not from a trigger of an add-on', () => {
    inWorld({}, ({ ann, emulator }) => {
      expect(ann.callFromSidebar('afterMillis', 60_000).kind).toBe('success');
      expect(emulator.advance({ minutes: 1 }).map(({ functionName }) => functionName)).toEqual(['work']);
      expect(emulator.advance({ days: 1 })).toEqual([]);
      ann.callFromSidebar('removeAll');
      ann.callFromSidebar('every', 'chains', 'Hours', 1);
      expect(emulator.advance({ hours: 1 })[0]?.outcome).toMatchObject({
        message: 'The recurrence interval for an Add-on trigger must be at least one hour.',
      });
    });
  });

  test('[T6 doc] atHour(9) runs between 9 and 10 and keeps its minute (ClockTriggerBuilder reference)', () => {
    inWorld({ startAt: '2026-03-27T12:00:00Z' }, ({ ann, emulator }) => {
      ann.callFromSidebar('daily', 9, null, 'Europe/London');
      const minutes = new Set<number>();
      const hours: number[] = [];
      emulator.onExecution(() => {
        const now = new Date(emulator.clock.now());
        hours.push(now.getUTCHours());
        minutes.add(now.getUTCMinutes());
      });
      emulator.advance({ days: 4 });
      // Summer time began on 29 March.
      expect(hours).toEqual([9, 8, 8, 8]);
      expect(minutes.size).toBe(1);
    });
  });

  test('[T6 doc] nearMinute is kept within a quarter of an hour (ClockTriggerBuilder reference)', () => {
    for (let seed = 1; seed <= 20; seed++) {
      inWorld({ seed }, ({ ann, emulator }) => {
        ann.callFromSidebar('daily', 9, 30, null);
        const at = new Date(emulator.world.triggers.triggers[0]?.nextRunAt ?? 0);
        expect(at.getUTCHours()).toBe(9);
        expect(Math.abs(at.getUTCMinutes() - 30)).toBeLessThanOrEqual(15);
      });
    }
  });

  test("[T7 doc] the usual zone is the script's; an unknown one throws (ClockTriggerBuilder reference)", () => {
    inWorld(
      { startAt: '2026-03-10T00:00:00Z', manifest: { timeZone: 'America/New_York' } },
      ({ ann, emulator }) => {
        expect(ann.callFromSidebar('daily', 9, null, 'Nowhere/Bad').kind).toBe('failure');
        ann.callFromSidebar('daily', 9, null, null);
        expect(new Date(emulator.world.triggers.triggers[0]?.nextRunAt ?? 0).getUTCHours()).toBe(13);
      },
    );
  });

  test('a trigger for a day of the week runs on that day only', () => {
    inWorld({ startAt: '2026-03-10T09:00:00Z' }, ({ ann, emulator }) => {
      ann.callFromSidebar('weekly');
      const days: string[] = [];
      emulator.onExecution(() => days.push(new Date(emulator.clock.now()).toISOString().slice(0, 10)));
      emulator.advance({ days: 14 });
      expect(days).toEqual(['2026-03-13', '2026-03-20']);
    });
  });

  test('[T8 doc] the event tells the time in UTC (Event objects)', () => {
    inWorld({ startAt: '2026-03-29T08:15:30Z' }, ({ ann, emulator }) => {
      const { value } = ann.callFromSidebar('every', 'work', 'Hours', 1) as { value: string };
      emulator.advance({ hours: 1 });
      expect(JSON.parse(emulator.logs[0] ?? '{}')).toEqual({
        authMode: 'FULL',
        year: 2026,
        month: 3,
        'day-of-month': 29,
        'day-of-week': 7,
        'week-of-year': 13,
        hour: 9,
        minute: 15,
        second: 30,
        timezone: 'UTC',
        triggerUid: value,
      });
    });
  });

  test('[T9 doc] runs as its creator; a user sees only their own (ScriptApp reference)', () => {
    inWorld({}, ({ ann, bob, emulator }) => {
      ann.callFromSidebar('every', 'work', 'Hours', 1);
      expect(bob.callFromSidebar('mine')).toEqual({ kind: 'success', value: [] });
      expect(ann.callFromSidebar('mine')).toEqual({ kind: 'success', value: ['work'] });
      bob.callFromSidebar('removeAll');
      expect(emulator.advance({ hours: 1 }).map(({ user, kind }) => [user, kind])).toEqual([
        ['ann@a.example', 'trigger'],
      ]);
    });
  });

  test('[T9 doc] lists them over all spreadsheets of an add-on, so removing all ends the schedules of others (ScriptApp reference)', () => {
    inWorld({}, ({ ann, bobsBook, emulator }) => {
      const elsewhere = bobsBook.as(ann.email);
      ann.callFromSidebar('every', 'work', 'Hours', 1);
      elsewhere.callFromSidebar('every', 'work', 'Hours', 1);
      expect(ann.callFromSidebar('mine')).toEqual({ kind: 'success', value: ['work', 'work'] });
      ann.callFromSidebar('removeAll');
      expect(emulator.world.triggers.triggers).toEqual([]);
    });
  });

  test('[T9 doc] of a bound script lists those of its one spreadsheet (ScriptApp reference)', () => {
    inWorld(BOUND, ({ ann, bobsBook, emulator }) => {
      bobsBook.as(ann.email).callFromSidebar('every', 'work', 'Hours', 1);
      expect(ann.callFromSidebar('mine')).toEqual({ kind: 'success', value: [] });
      ann.callFromSidebar('removeAll');
      expect(emulator.world.triggers.triggers).toHaveLength(1);
    });
  });

  test('[T15 doc] getUserTriggers lists those of this user in the spreadsheet that it is given (ScriptApp reference)', () => {
    inWorld({}, ({ ann, bob, bobsBook }) => {
      const made = ann.callFromSidebar('every', 'work', 'Hours', 1);
      bob.callFromSidebar('every', 'work', 'Hours', 1);
      expect(ann.callFromSidebar('here')).toEqual({
        kind: 'success',
        value: [made.kind === 'success' && made.value],
      });
      expect(bobsBook.as(ann.email).callFromSidebar('here')).toEqual({ kind: 'success', value: [] });
    });
  });

  test('[T16 rec2] a copy of a spreadsheet takes no trigger and no property (gas-fakes suite)', () => {
    inWorld({}, ({ ann, book, emulator }) => {
      ann.callFromSidebar('keeps', 'k');
      ann.callFromSidebar('every', 'work', 'Hours', 1);
      const copy = emulator.copySpreadsheet(book, { owner: ann.email }).as(ann.email);
      expect(ann.callFromSidebar('kept')).toEqual({ kind: 'success', value: ['k'] });
      expect(copy.callFromSidebar('kept')).toEqual({ kind: 'success', value: [] });
      expect(copy.callFromSidebar('here')).toEqual({ kind: 'success', value: [] });
    });
  });

  test('[T10 rec] there is no user interface (logs)', () => {
    inWorld({}, ({ ann, emulator }) => {
      ann.callFromSidebar('every', 'asks', 'Hours', 1);
      expect(emulator.advance({ hours: 1 })[0]?.outcome).toMatchObject({
        message: 'Cannot call SpreadsheetApp.getUi() from this context.',
      });
    });
  });

  test('[T11 doc] what a script writes fires no onEdit (triggers guide)', () => {
    inWorld({}, ({ ann, book, emulator }) => {
      ann.callFromSidebar('every', 'writes', 'Hours', 1);
      emulator.advance({ hours: 1 });
      expect(book.cell('Sheet1!A1').value).toBe('written');
      expect(emulator.logs).toEqual([]);
    });
  });

  test('[T12 doc] over 90 minutes a day runs are refused (Quotas page)', () => {
    inWorld(BOUND, ({ ann, emulator }) => {
      ann.callFromSidebar('every', 'longWork', 'Minutes', 30);
      ann.callFromSidebar('every', 'longWork', 'Minutes', 30);
      const outcomes = emulator.advance({ hours: 10 }).map(({ outcome }) => outcome.kind);
      // 18 runs of five minutes are 90 minutes.
      expect(outcomes.filter((kind) => kind === 'returned')).toHaveLength(18);
      expect(outcomes.slice(18)).toEqual(outcomes.slice(18).map(() => 'threw'));
      expect(emulator.executions.at(-1)?.outcome).toMatchObject({
        message: 'Service using too much computer time for one day',
      });
    });
  });

  test.each([
    { installation: 'add-on' as const, mails: [] },
    { installation: 'bound' as const, mails: ['Summary of failures for Apps Script'] },
  ])('[T13 doc] failure mails as $installation: $mails (Editor triggers)', ({ installation, mails }) => {
    inWorld({ installation }, ({ ann, emulator }) => {
      ann.callFromSidebar('every', 'asks', 'Hours', 1);
      emulator.advance({ hours: 1 });
      expect(emulator.mails.map(({ subject }) => subject)).toEqual(mails);
    });
  });

  test('[T13 doc] without consent it fires and fails at the line that needs it (Editor triggers)', () => {
    inWorld({}, ({ ann, emulator }) => {
      ann.callFromSidebar('every', 'consent', 'Hours', 1);
      emulator.switches.missingScopes = ['https://www.googleapis.com/auth/script.external_request'];
      expect(emulator.advance({ hours: 1 })[0]?.outcome).toMatchObject({
        message: expect.stringContaining(
          'Specified permissions are not sufficient to call UrlFetchApp.fetch',
        ),
      });
    });
  });

  test('[T14 asm] when the spreadsheet is gone it fires and finds no document', () => {
    inWorld({}, ({ ann, book, emulator }) => {
      ann.callFromSidebar('every', 'writes', 'Hours', 1);
      emulator.deleteSpreadsheet(book);
      expect(emulator.advance({ hours: 1 })[0]?.outcome).toMatchObject({
        message: `Document ${book.id} is missing (perhaps it was deleted, or you don't have read access?)`,
      });
    });
  });

  test('a handler that is not there, or hidden, is not found', () => {
    inWorld({}, ({ ann, bob, emulator }) => {
      ann.callFromSidebar('every', 'gone', 'Hours', 1);
      bob.callFromSidebar('every', 'hidden_', 'Hours', 1);
      expect(emulator.advance({ hours: 1 }).map(({ outcome }) => outcome)).toMatchObject([
        { message: 'Script function not found: gone' },
        { message: 'Script function not found: hidden_' },
      ]);
    });
  });
});
