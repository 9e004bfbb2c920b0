import { describe, expect, test } from '@jest/globals';
import { alertNews } from '../../../src/alerts/alert-mail';
import { readDocumentState } from '../../../src/reports/saved/document-state';
import { type Crew, dayAfter } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

const DAY = 86_400;
const WEEKS = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'];

/** A week in which so many of ten positions a shift were worked at each venue. */
function week(at: number, worked: Readonly<Record<string, number>>): Crew[] {
  const crews = Object.entries(worked).flatMap(([venue, count]) =>
    Array.from({ length: 21 }, () => ({
      ...{ venue, posted: 14, booked: 10, demand: 12, worked: count, noShows: 10 - count },
    })),
  );
  return weekOf(WEEKS[at] as string, crews);
}

function range(at: number) {
  const from = WEEKS[at] as string;
  return { from, to: dayAfter(from, 6) };
}

/** Runs by day: the figures of each. @returns The subjects of the mails of each run. */
function subjects(book: Alerting, ...runs: readonly Readonly<Record<string, number>>[]): string[][] {
  return runs.map((worked, at) => {
    const mails = book.schedule(week(at, worked), range(at));
    book.clock.advance(DAY);
    return mails.map(({ to, subject }) => `${to}: ${subject}`);
  });
}

function watching(...changes: object[]): Alerting {
  const book = new Alerting();
  for (const change of changes.length === 0 ? [{}] : changes) book.list.save({ ...WORKED, ...change });
  return book;
}

const ANN = 'ann@employer.example: Shift Reports:';

describe('mail about alerts', () => {
  test('tells what is new and what is over, once, and nothing in between', () => {
    const runs = [{ Pier: 8 }, { Pier: 8 }, { Pier: 8, Mill: 7 }, { Pier: 9, Mill: 7 }, { Mill: 9 }];
    expect(subjects(watching(), ...runs)).toEqual([
      [`${ANN} 1 venue below target in “Rotas”`],
      [],
      [`${ANN} 2 venues below target, 1 newly reported in “Rotas”`],
      [`${ANN} 1 venue below target, 1 back on target in “Rotas”`],
      [`${ANN} 1 back on target in “Rotas”`],
    ]);
  });

  test('counts what it lists, begins with what matters most, and links to the sheet', () => {
    const book = watching();
    book.edit({ sheetId: 7 });
    book.schedule(week(0, { Pier: 8, Mill: 8 }), range(0));
    book.clock.advance(DAY);
    const [mail] = book.schedule(week(1, { Pier: 8, Mill: 9, 'Old Hall': 7 }), range(1));
    expect(mail?.body.split('\n\n').slice(0, 5)).toEqual([
      'Rotas',
      '2 venues below target, 1 newly reported, 1 back on target',
      'Old Hall matters most: 63 of 210 not worked, worked 70.0%, target 90%.',
      [
        'Worked by venue, target 90% (“Shifts”, week of 9 Mar 2026)',
        'Old Hall: not worked 63 of 210, worked 70.0%, newly reported',
        'Pier: not worked 42 of 210, worked 80.0%, reported since the week of 2 Mar 2026',
        'Mill: not worked 21 of 210, worked 90.0%, on target again',
      ].join('\n'),
      'Open the sheet: https://docs.google.com/spreadsheets/d/1abc/edit#gid=7',
    ]);
  });

  test('begins with the alert of most positions, and says what is missing in its own words', () => {
    const book = watching(
      { measure: 'NO_SHOWS_PERCENTAGE', target: 5 },
      { scope: 'all' },
      { measure: 'SHIFTS_BOOKED_PERCENTAGE', target: 99, scope: 'role' },
    );
    const [mail] = book.schedule(week(0, { Pier: 8 }), range(0));
    const [, headline, sentence, ...blocks] = mail?.body.split('\n\n') ?? [];
    expect([headline, sentence]).toEqual([
      '3 figures off target',
      'Chef matters most: 84 of 294 not booked, booked 71.4%, target 99%.',
    ]);
    expect(blocks.slice(0, 3).map((block) => block.split('\n')[1])).toEqual([
      'Chef: not booked 84 of 294, booked 71.4%',
      'Pier: no-shows 42 of 210, no-shows 20.0%',
      'Shifts: not worked 42 of 210, worked 80.0%',
    ]);
  });

  test('counts missing people as dashboards and summary emails do: extra people on one shift help no other', () => {
    const book = watching({ measure: 'TRUE_FULFILMENT_PERCENTAGE', target: 95 });
    // 84 are missing, and on the last shift three are extra.
    const extra = { venue: 'Pier', posted: 14, booked: 10, demand: 7, worked: 10, noShows: 0 };
    const [mail] = book.schedule([...week(0, { Pier: 8 }), { ...extra, day: '2026-03-08' }], range(0));
    const [, , sentence, block] = mail?.body.split('\n\n') ?? [];
    expect(sentence).toBe('Pier matters most: 84 missing, true fulfilment 68.7%, target 95%.');
    expect(block?.split('\n')[1]).toBe('Pier: missing 84, true fulfilment 68.7%');
    expect(book.views()[0]?.sentence).toContain('\n“Pier”: 68.7% (84 missing)');
  });

  test.each([
    [{}, '1 venue clearly below target'],
    [{ strictness: 'any_miss', scope: 'all' }, '2 figures below target'],
  ])('with clear misses only says so (and %j)', (other, headline) => {
    const book = watching({ strictness: 'likely_real' }, ...('scope' in other ? [other] : []));
    const [mail] = book.schedule(week(0, { Pier: 7 }), range(0));
    expect(mail?.body.split('\n\n')[1]).toBe(headline);
    expect(mail?.body.includes('figures that chance may explain are left out')).toBe(
      headline.includes('clearly'),
    );
  });

  test('is one for each address, with all of its alerts', () => {
    const book = watching(
      { to: ['ann@employer.example', 'bob@employer.example'] },
      { scope: 'all', to: ['ANN@employer.example'] },
    );
    expect(subjects(book, { Pier: 8 })).toEqual([
      [
        'ann@employer.example: Shift Reports: 2 figures below target in “Rotas”',
        'bob@employer.example: Shift Reports: 1 venue below target in “Rotas”',
      ],
    ]);
  });

  test('comes at most once a day; what came and went in between is never told', () => {
    const book = watching();
    book.schedule(week(0, { Pier: 8 }), range(0));
    expect(book.schedule(week(1, { Pier: 8, Mill: 7 }), range(1))).toEqual([]);
    expect(book.schedule(week(2, { Pier: 8, Mill: 9 }), range(2))).toEqual([]);
    book.clock.advance(DAY);
    expect(book.mail()).toEqual([]);
    const [mail] = book.schedule(week(3, { Pier: 8, Hall: 7 }), range(3));
    expect(mail?.subject).toBe('Shift Reports: 2 venues below target, 1 newly reported in “Rotas”');
  });

  test('tells nothing of a miss that nobody heard of, of sample data, or where there is no address', () => {
    const refused = watching();
    refused.mailer.refuses = true;
    refused.schedule(week(0, { Pier: 8 }), range(0));
    refused.mailer.refuses = false;
    expect(refused.schedule(week(1, { Pier: 9 }), range(1))).toEqual([]);
    const sample = watching();
    sample.owner = 'sample f';
    expect(sample.schedule(week(0, { Pier: 8 }), range(0))).toEqual([]);
    expect(watching({ to: [] }).schedule(week(0, { Pier: 8 }), range(0))).toEqual([]);
  });

  test('to an address that was added tells it what is missed, and the others nothing again', () => {
    const book = watching();
    book.schedule(week(0, { Pier: 8 }), range(0));
    book.clock.advance(DAY);
    book.list.save({ ...WORKED, id: 'a-1', to: ['ann@employer.example', 'bob@employer.example'] });
    expect(book.mail().map(({ to }) => to)).toEqual(['bob@employer.example']);
  });

  test('has nothing to say where nothing is missed, also to someone who gets mail about something else', () => {
    const book = watching();
    book.schedule(week(0, { Pier: 10 }), range(0));
    const state = readDocumentState(book.document.readAll());
    expect(alertNews(state, book.clock.now(), book.calendar)).toEqual([]);
  });

  test('makes no link of a name, and no tag', () => {
    const book = watching();
    const [mail] = book.schedule(week(0, { '<b>https://evil.example</b>': 8 }), range(0));
    expect(mail?.html).not.toContain('<b>');
    expect(`${mail?.html} ${mail?.body}`).not.toContain('evil.example');
  });
});
