import { describe, expect, test } from '@jest/globals';
import { type RowFilter, readRowFilter } from '../../../../src/figures/row-filter';
import {
  type KnownNames,
  learnNames,
  listNames,
  refuseUnknownNames,
} from '../../../../src/reports/saved/names';
import { failureOf } from '../../../support/fetching';
import { shiftRow } from '../../../support/shift-records';
import { countStringCalls } from '../../../support/string-calls';

const at = (venue: string | null, area: string | null = 'Bar', role: string | null = 'Chef') =>
  shiftRow({ day: '2026-02-09', venue, area, role, posted: 1, booked: 1, worked: 1 });
const SEEN: KnownNames = { venue: ['Hall A', 'Pier'], area: ['Bar'], role: [] };

describe('the names that refreshes have seen', () => {
  const learn = (seen: KnownNames | undefined, ...rows: ReturnType<typeof at>[]) => learnNames(seen, rows);

  test('are those of the rows, each once, sorted without regard to case; blank ones are left out', () => {
    const rows = [at(' beta'), at('Alpha', 'Kitchen'), at('beta', 'Bar', 'Porter'), at(null, '', null)];
    expect(learn(undefined, ...rows)).toEqual({
      venue: ['Alpha', 'beta'],
      area: ['Bar', 'Kitchen'],
      role: ['Chef', 'Porter'],
    });
  });

  test('grow with every refresh, and lose none that is gone from the report', () => {
    expect(learn(SEEN, at('Harbour, Hall')).venue).toEqual(['Hall A', 'Harbour, Hall', 'Pier']);
  });

  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      'in the order of tables, accents aside',
      ['zoo', 'Äpfel', 'Arena', 'apple'],
      [],
      ['Äpfel', 'apple', 'Arena', 'zoo'],
    ],
    ['by the commonest spelling', ['grand hotel', 'Grand  Hotel', 'Grand  Hotel'], [], ['Grand  Hotel']],
    ['by the first of spellings as common', ['grand hotel', 'Grand  Hotel'], [], ['grand hotel']],
    ['by the spelling seen first', ['grand hotel'], ['GRAND Hotel', 'Grand Hotel'], ['GRAND Hotel']],
  ])('are listed %s', (_, venues, more, expected) => {
    expect(
      listNames(
        venues.map((name) => at(name)),
        'venue',
        more,
      ),
    ).toEqual(expected);
  });
});

const ROWS = ['Hall B', 'Quay'].map((venue) => at(venue));

function filter(field: string, criteria: readonly string[]): RowFilter {
  const read = readRowFilter(field, criteria);
  if ('refused' in read) throw new Error(`${read.refused} was refused`);
  return read;
}

function check(criteria: readonly string[], seen: KnownNames | undefined = SEEN, field = 'VENUE_NAME') {
  return () => refuseUnknownNames({ seenNames: () => seen }, ROWS, [filter(field, criteria)]);
}

/** Where no names are kept. */
function checkAlone(...criteria: string[]) {
  return () => refuseUnknownNames({ seenNames: () => undefined }, ROWS, [filter('VENUE_NAME', criteria)]);
}

const unknown = (name: string, near: string) => `Unknown venue “${name}”. Did you mean “${near}”?`;
const list = (names: string) =>
  `Put each venue into its own cell and refer to that range: a comma is part of the name. (“${names}”)`;
const LONG = 'The Very Grand and Most Noble Hotel of the Town';

describe('a name of a filter', () => {
  test.each<[string[], string, KnownNames?]>([
    [['Peir'], unknown('Peir', 'Pier')],
    [['Hall B', 'Peir'], unknown('Peir', 'Pier')],
    [['*', 'Peir'], unknown('Peir', 'Pier')],
    [['<>Quay', '<>Peir'], unknown('Peir', 'Pier')],
    [['<>Zoological Garden'], 'Choose another venue: no refresh has seen “Zoological Garden”.'],
    [['Hall B, London'], 'Choose another venue: no refresh has seen “Hall B, London”.'],
    [['Pier', '<>Hall B, Quay'], list('Hall B, Quay')],
    [['hall a,Quay'], list('hall a,Quay')],
    [
      [`${LONG}n`],
      unknown('The Very Grand and Most Noble Hotel of…', 'The Very Grand and Most Noble Hotel of…'),
      { ...SEEN, venue: [LONG] },
    ],
  ])('that nobody has seen is refused: %j', (criteria, message, seen = SEEN) => {
    expect(failureOf(check(criteria, seen))).toEqual({ code: 'invalid_option', message });
  });

  test('is refused by its kind', () => {
    expect(failureOf(check(['<>Baar'], SEEN, 'AREA_NAME')).message).toBe(
      'Unknown area “Baar”. Did you mean “Bar”?',
    );
    expect(failureOf(check(['Porter'], SEEN, 'JOB_TITLE')).message).toBe(
      'Choose another job title: no refresh has seen “Porter”.',
    );
  });

  test.each<[string, () => void]>([
    ['of the records, like a kept one', check(['Hall B'])],
    ['kept, that no record holds', check(['pier '])],
    ['ruled out of each', check(['<>Hall B', '<>Hall A'])],
    ['in a pattern, or what is not blank', check(['Pie*', '<>Z?', '<>'])],
    ['of a number that no record holds', check(['77'], SEEN, 'SHIFTS_POSTED')],
    ['of a weekday without records', check(['Sunday'], SEEN, 'WEEKDAY')],
    ['with a comma that is known', check(['Hall B, Quay'], { ...SEEN, venue: ['Hall B, Quay'] })],
    ['where no names are kept', checkAlone('Peir', 'Hall B, Pier', '<>Quay')],
  ])('is not refused: %s', (_, checking) => {
    expect(checking).not.toThrow();
  });

  test('that holds several of the records is told from one, also where no names are kept', () => {
    expect(failureOf(checkAlone('Hall B, Quay')).message).toBe(list('Hall B, Quay'));
  });

  test('that the records hold has no kept names unpacked', () => {
    const run = {
      seenNames: () => {
        throw new Error('asked');
      },
    };
    expect(() => refuseUnknownNames(run, ROWS, [filter('VENUE_NAME', ['Quay', '<>hall b'])])).not.toThrow();
  });
});

test.each([
  [
    'that nobody has seen',
    (one: number) => `Place ${one}`,
    'Choose another venue: no refresh has seen “Place 0”.',
  ],
  [
    'of which one is a slip',
    (one: number) => (one < 999 ? `Venue ${one}` : 'Venu 17'),
    unknown('Venu 17', 'Venue 17'),
  ],
])('a range of ten thousand names %s is refused after some looks at each', (_, nameOf, message) => {
  const names = Array.from({ length: 10_000 }, (_name, one) => nameOf(one));
  const known = Array.from({ length: 1000 }, (_name, one) => `Venue ${one}`);
  const rows = known.map((venue) => at(venue));
  const run = { seenNames: () => ({ ...SEEN, venue: known }) };
  const count = countStringCalls('normalize', () => {
    const filters = [filter('VENUE_NAME', names)];
    expect(failureOf(() => refuseUnknownNames(run, rows, filters)).message).toBe(message);
  });
  expect(count).toBeLessThan(10 * (names.length + known.length));
});
