import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, wireCalls } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';

/* The option "words" of a comparison. It is Tuesday, 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
});

/** Monday, 1 December 2025: fourteen weeks until Sunday, 8 March 2026. */
const mondays = Array.from({ length: 14 }, (_, week) =>
  new Date(Date.UTC(2025, 11, 1) + week * 7 * 86_400_000).toISOString().slice(0, 10),
);
const CREW = { posted: 210, booked: 205, demand: 200, noShows: 4 };
const venue = (name: string, workedIn: (week: number) => number): SentRecord[] =>
  mondays.map((day, week) => sentRecord({ day, venue: name, ...CREW, worked: workedIn(week) }));
const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].flatMap((name) => venue(name, () => 180));
const FALLEN = [...STEADY, ...venue('Grand Hotel', (week) => (week === 13 ? 110 : 170))];

const words = (...dates: FormulaArgument[]) => scene.call('SHIFT_COMPARE', 'venue', ...dates, 'words', true);
const LAST_WEEK = [undefined, undefined, 'last week', undefined] as const;

describe('a comparison in words', () => {
  test('of a week and the week before is one cell, with what is usual from the 13 weeks before', async () => {
    await scene.serve(FALLEN);
    expect(rowsOf(words(...LAST_WEEK))).toEqual([
      [
        'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 6.0 points from Grand Hotel; the newest days may still be corrected.',
      ],
    ]);
    await scene.serve(STEADY);
    expect(rowsOf(words(...LAST_WEEK))).toEqual([
      ['True fulfilment 90.0%, 90.0% the week before: a normal weekly change.'],
    ]);
  });

  test('names the periods that are not a week and the one before', async () => {
    await scene.serve(FALLEN);
    const feb = ['2026-02-02', '2026-02-15', '2026-02-16', '2026-03-01'] as const;
    expect(rowsOf(words(...feb))[0]?.[0]).toBe(
      'True fulfilment 89.0% (16 Feb–1 Mar), 89.0% (2–15 Feb): a normal change.',
    );
    expect(rowsOf(words(undefined, undefined, '2026-02-28', '2026-03-06'))[0]?.[0]).toMatch(
      / the 7 days before: /,
    );
  });

  test('costs one read of the properties and one of the cache, once the weeks are kept', async () => {
    await scene.serve(FALLEN);
    rowsOf(words(...LAST_WEEK));
    rowsOf(words(...LAST_WEEK));
    expect([wireCalls(scene.last).sort(), scene.last.fetches]).toEqual([
      // “last week” asks for the zone.
      ['Cache.getAll', 'Properties.getProperties', 'Spreadsheet.getSpreadsheetTimeZone'],
      0,
    ]);
  });

  test('is blank where a period has no figure, with the text for that', async () => {
    await scene.serve([]);
    expect(rowsOf(words(...LAST_WEEK, 'empty', 'nothing'))).toEqual([['nothing']]);
  });

  test('is refused where two definitions give the same figures, with what to choose', async () => {
    await scene.serve(STEADY.map((record) => ({ ...record, NO_SHOWS: 0 })));
    expect(sentenceIn(words(...LAST_WEEK))).toBe(
      'Choose with "basis", "worked / true demand" or "worked + no shows / true demand": a sentence needs one definition.',
    );
    expect(rowsOf(words(...LAST_WEEK, 'basis', 'worked / true demand'))[0]?.[0]).toMatch(
      /^True fulfilment 90\.0%/,
    );
  });

  test('is refused for a count, and where the definitions lie too far apart', async () => {
    expect(sentenceIn(words(...LAST_WEEK, 'measures', 'missing people'))).toBe(
      'Compare a percentage, such as "true fulfilment %", or leave "words" out.',
    );
    // Of one position each, and none worked without a booking: of posted 50%, of booked 100%.
    const open = mondays.flatMap((day) =>
      Array.from({ length: 30 }, (_, at) =>
        sentRecord({
          ...{ day, posted: 1, booked: at % 2, worked: at % 2, demand: 1 },
          sent: { SHIFTS_WORKED_PERCENTAGE: at % 2 === 1 ? 100 : 0 },
        }),
      ),
    );
    await scene.serve(open);
    const worked = [...LAST_WEEK, 'measures', 'worked %'] as const;
    expect(sentenceIn(words(...worked))).toBe(
      'Choose with "basis", "posted", "booked" or "true demand": worked % is 50.0 to 100.0.',
    );
    expect(rowsOf(words(...worked, 'basis', 'posted'))[0]?.[0]).toMatch(
      /^Worked 50\.0%, 50\.0% the week before/,
    );
  });
});
