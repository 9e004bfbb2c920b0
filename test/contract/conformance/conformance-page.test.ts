import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { factsOf, readNumbers } from '../../conformance/all-facts';
import { joinMembers, readConformance } from '../../conformance/conformance';
import { answersOf } from '../../conformance/facts-on-platform';
import { memberRows, membersOf } from '../../conformance/member-rows';
import { CONFORMANCE_PAGE, renderConformance } from '../../conformance/page';
import { readSavedResults, type SavedFact } from '../../conformance/saved-results';
import { setUpOf } from '../../conformance/set-up';
import { TESTED_FACTS } from '../../conformance/tested-facts';
import { emulatedMembers } from '../../emulator/emulated-members';

const CONFORMANCE = readConformance();
const PAGE = joinMembers(CONFORMANCE, []);
const withAnswers = (saved: readonly SavedFact[]) =>
  renderConformance({ ...PAGE, answerOf: answersOf(CONFORMANCE.asked, saved) });
const rowOf = (name: string) => PAGE.rows.find((row) => `${row.className}.${row.member}` === name);

describe('The page about conformance', () => {
  test('is what the emulator, the facts and the saved results make', () => {
    const saved = readSavedResults();

    expect(readFileSync(CONFORMANCE_PAGE, 'utf8')).toBe(withAnswers(saved));
  });

  test('shows a recorded day, and a difference, where the platform has answered', () => {
    const digest = (id: string) => CONFORMANCE.asked.find((fact) => fact.id === id)?.digest ?? '';
    const answer = (id: string, agrees: boolean) => ({
      id,
      digest: digest(id),
      agrees,
      observed: null,
      at: '2026-12-01T10:00:00.000Z',
    });
    const saved = [answer('L2', true), answer('L3', false), answer('F6/write', true)];
    const page = withAnswers(saved);

    expect(page).toContain('On the platform 2 of 3 questions answered agreed.');
    expect(page).toMatch(/\| Lock \| tryLock \| recorded on 2026-12-01 \| .*L2 recorded on 2026-12-01/);
    expect(page).toMatch(/\| Lock \| waitLock \| recorded \| .*L3 DIFFERS on 2026-12-01/);
    expect(page).toContain('| F6/write | recorded | setValue is not permitted | agrees, 2026-12-01 |');
  });
});

describe('The members', () => {
  test('are all that the emulator lists', () => {
    for (const [className, members] of emulatedMembers()) {
      for (const member of members) expect(rowOf(`${className}.${member}`)).toBeDefined();
    }
  });

  test.each([
    ['Cache.put', 'rec', ['C1', 'C11']],
    ['Lock.hasLock', 'doc', ['L1', 'L6']],
    ['Lock.tryLock', 'rec2', ['L2', 'L4.1']],
    ['Lock.waitLock', 'rec', ['L4.2']],
    ['Range.copyTo', 'rec2', ['S20', 'S29']],
    ['Sheet.getFilter', 'rec2', ['K10', 'K11']],
    ['UrlFetchApp.fetchAll', 'rec', ['U11', 'U12', 'U19']],
    ['TypedChartBuilder.setTitle', 'doc', ['G11']],
    ['Utilities.computeDigest', 'rec2', ['J8.1', 'J9']],
  ])('%s has the mark of its surest fact: %s', (name, mark, ids) => {
    const row = rowOf(name);

    expect(row?.mark).toBe(mark);
    expect(row?.facts.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  test('that no fact speaks of are documented when the reference has them, else assumed', () => {
    expect(rowOf('Sheet.appendRow')).toMatchObject({ mark: 'doc', facts: [] });
    const unheard = memberRows([], new Map()).find(
      ({ className, member }) => `${className}.${member}` === 'Sheet.toString',
    );
    expect(unheard).toMatchObject({ mark: 'asm', facts: [] });
  });

  test('are hardly ever assumed', () => {
    expect(PAGE.rows.filter(({ mark }) => mark === 'asm').length).toBeLessThanOrEqual(15);
  });

  test('that only set the scene are not spoken of', () => {
    expect(rowOf('SpreadsheetApp.getActive')?.facts).toEqual([]);
    expect(rowOf('CacheService.getDocumentCache')?.facts.map(({ no }) => no)).not.toContain('C1');
  });
});

describe('The facts', () => {
  const tested = CONFORMANCE.facts.filter(({ observation }) => observation === undefined);

  test('agree with what the observations give while their members are noted', () => {
    for (const { id, observation } of CONFORMANCE.facts) {
      if (observation !== undefined)
        expect([id, PAGE.touched.get(id)?.observed]).toEqual([id, observation.expected]);
    }
  });

  test('that a script cannot observe by itself are listed with what they need, and no others', () => {
    const keys = tested.map(({ id, no }) => (id in TESTED_FACTS ? id : no));

    expect(Object.keys(TESTED_FACTS).sort()).toEqual([...new Set(keys)].sort());
  });

  test('name members that are emulated', () => {
    const unknown = tested.flatMap((fact) => membersOf(fact, PAGE.touched)).filter((name) => !rowOf(name));

    expect(unknown).toEqual([]);
  });

  test('are numbered apart where several share a number', () => {
    const rows = ['one', 'two'].map((title) => ({
      no: 'C2',
      mark: 'rec' as const,
      source: 's',
      title,
      observe: 'return 1;',
      expected: 1,
    }));
    const file = {
      file: 'f',
      groups: [{ title: 'g', rows }],
      titles: ['[C3 doc, text asm] three (Quotas page)', 'four'],
    };
    const facts = factsOf([{ ...file, scripts: {} }]);

    expect(facts.map(({ id, except, title, source }) => [id, except, title, source])).toEqual([
      ['C2.1', '', 'one', 's'],
      ['C2.2', '', 'two', 's'],
      ['C3', 'text asm', 'three', 'Quotas page'],
    ]);
  });

  test.each([
    [
      'F1 doc, F2 asm',
      [
        ['F1', 'doc', ''],
        ['F2', 'asm', ''],
      ],
    ],
    ['U16 doc; mode 2 rec2', [['U16', 'doc', 'mode 2 rec2']]],
    ['N4 doc, asm', [['N4', 'doc', 'asm']]],
    ['no number', []],
  ])('are read from "%s"', (told, expected) => {
    expect(readNumbers(told).map(({ no, mark, except }) => [no, mark, except])).toEqual(expected);
  });

  test('begin with a set-up that more than half of their group share, never with all of it', () => {
    const made = ['var a = 1; return a;', 'var a = 1; return -a;', 'return 0;'].map((observe, index) => ({
      id: `M${index}`,
      no: 'M1',
      mark: 'asm' as const,
      except: '',
      title: '',
      source: '',
      file: '',
      observation: { observe, expected: 0, group: 'made up' },
    }));

    expect(made.map((fact) => setUpOf(fact, made))).toEqual(['var a = 1;', 'var a = 1;', '']);
  });
});
