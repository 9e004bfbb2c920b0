import { describe, expect, test } from '@jest/globals';
import { listCorrections } from '../../api-server/control/corrections';
import { buildEmployers, type Employer } from '../../api-server/data/employers';
import { restateDay } from '../../api-server/data/restatement';
import { generateShifts } from '../../api-server/data/shift-generator';

const TODAY = 20_778;
const FRAME = { seed: 1, today: TODAY };
const DEMO = buildEmployers(1)[0] as Employer;
const DAYS = Array.from({ length: 60 }, (_, index) => TODAY - 60 + index);

const originals = (days = DAYS) => days.flatMap((day) => generateShifts(FRAME, DEMO, day));
const restated = (round: number, from = DAYS[0] as number) =>
  DAYS.flatMap((day) =>
    restateDay(FRAME, DEMO, day, generateShifts(FRAME, DEMO, day), { round, from, to: TODAY - 1 }),
  );
const corrections = (round: number, from?: number) =>
  listCorrections(
    [{ employerId: DEMO.employerId, records: originals() }],
    [{ employerId: DEMO.employerId, records: restated(round, from) }],
  );

describe('a restatement', () => {
  test('is the same every time', () => {
    expect(restated(1)).toEqual(restated(1));
  });

  test('changes other records in another round', () => {
    expect(corrections(1).map(({ shiftId }) => shiftId)).not.toEqual(
      corrections(2).map(({ shiftId }) => shiftId),
    );
  });

  test('corrects about one record in twelve, removes a few and adds a few', () => {
    const kinds = corrections(1).map(({ before, after }) =>
      before === null ? 'added' : after === null ? 'removed' : 'corrected',
    );
    const share = (kind: string) => kinds.filter((other) => other === kind).length / originals().length;
    expect(share('corrected')).toBeGreaterThan(0.06);
    expect(share('corrected')).toBeLessThan(0.1);
    expect(share('removed')).toBeGreaterThan(0.002);
    expect(share('added')).toBeGreaterThan(0.002);
  });

  test('leaves days outside its reach alone', () => {
    const from = TODAY - 10;
    const early = corrections(1, from).filter(
      ({ before, after }) => (before ?? after)?.SHIFT_DATE === '2026-11-10',
    );
    expect([early, corrections(1, from).length > 0]).toEqual([[], true]);
  });

  test('keeps the identities between counts and the range of hours', () => {
    const broken = restated(1).filter(
      (record) =>
        record.SHIFTS_POSTED !== record.SHIFTS_BOOKED + record.SHIFTS_UNFILLED ||
        record.SHIFTS_BOOKED < record.SHIFTS_WORKED + record.NO_SHOWS ||
        (record.HOURS_WORKED ?? 0) > record.HOURS_SCHEDULED ||
        Math.min(record.SHIFTS_WORKED, record.NO_SHOWS, record.HOURS_WORKED ?? 0) < 0,
    );
    expect(broken).toEqual([]);
  });

  test('never changes where, when and as what a shift is', () => {
    const moved = corrections(1).filter(
      ({ before, after }) =>
        before !== null &&
        after !== null &&
        (before.VENUE_NAME !== after.VENUE_NAME || before.SHIFT_DATE !== after.SHIFT_DATE),
    );
    expect(moved).toEqual([]);
  });
});
