import { markdownTable } from '../evidence/markdown';
import { CELL_FACTS } from './cell-facts';
import type { ConformancePage } from './conformance';
import type { Fact, Mark } from './fact';
import type { PlatformAnswer } from './facts-on-platform';
import type { MemberRow } from './member-rows';
import { OWNER_STEPS, UNKNOWN } from './page-texts';
import { NEEDS, testedFact } from './tested-facts';

/** The page, from the root of the project. */
export const CONFORMANCE_PAGE = 'docs/proof/platform-conformance.md';

const WORDS: Readonly<Record<Mark, string>> = {
  rec: 'recorded',
  rec2: 'second hand',
  doc: 'documented',
  asm: 'assumed',
};

/** Renders the page: what is emulated, what speaks for it, how to check it on the platform, what stays unknown. */
export function renderConformance(page: ConformancePage): string {
  const { rows, facts, asked } = page;
  const observed = facts.filter(({ observation }) => observation !== undefined);
  return `${[
    '# Conformance of the emulator',
    'Made by `npm run conformance` from the emulated services and the tests in `test/contract/platform-facts`; a test compares.',
    '## In figures',
    markdownTable(['mark', 'members', 'meaning'], countRows(rows)),
    `${facts.length} facts; a test's title may state two. ${observed.length} are observed by a script alone. The portable script asks ${asked.length} questions: these, and ${asked.length - observed.length} in cells. ${saidOnPlatform(page)}`,
    '## On the real platform',
    OWNER_STEPS,
    '## What the portable script leaves out',
    markdownTable(['it needs', 'facts'], leftOut(facts)),
    '## What it asks in cells',
    'Parts of facts whose tests look at cells from outside. An answer does not vouch for the whole fact.',
    markdownTable(['question', 'mark', 'expected', 'on the platform'], inCells(page)),
    '## What stays unknown',
    UNKNOWN,
    'These facts are assumed:',
    markdownTable(['fact', 'assumption', 'on the platform'], assumed(page)),
    '## Every emulated member',
    'A fact speaks of a member when its observation uses it beyond what sets the scene, or when its test is about it. Its subject may be another member: `Sheet.getRange` is used by recorded facts about writing. A member has the mark of the surest of its facts. Without a fact, *documented* vouches only that the reference has the name.',
    markdownTable(
      ['class', 'member', 'mark', 'facts', 'source'],
      rows.map((row) => memberCells(row, page)),
    ),
  ].join('\n\n')}\n`;
}

function countRows(rows: readonly MemberRow[]): unknown[][] {
  const count = (mark: Mark, hasFacts: boolean) =>
    rows.filter((row) => row.mark === mark && row.facts.length > 0 === hasFacts).length;
  return [
    ['recorded', count('rec', true), 'published output, log or error of a real run'],
    ['second hand', count('rec2', true), 'a public suite or catalogue that says so'],
    ['documented', count('doc', true), "Google's reference or guides"],
    ['documented, no fact', count('doc', false), 'the reference has the name; no fact observes what it does'],
    ['assumed', count('asm', true), 'inference, the worst case known'],
    ['assumed, no fact', count('asm', false), 'not in the reference, and no fact'],
    ['all', rows.length, ''],
  ];
}

function saidOnPlatform({ asked, answerOf }: ConformancePage): string {
  const answers = asked.flatMap(({ id }) => answerOf(id) ?? []);
  if (answers.length === 0)
    return 'No one has run it on the platform yet, so no mark here comes from this project.';
  const agreeing = answers.filter(({ agrees }) => agrees).length;
  return `On the platform ${agreeing} of ${answers.length} questions answered agreed.`;
}

function memberCells({ className, member, mark, facts, source }: MemberRow, { answerOf }: ConformancePage) {
  const told = new Set(facts.map((fact) => factText(fact, answerOf)));
  const days = facts.flatMap((fact) => {
    const answer = answerOf(fact.id);
    return answer?.agrees ? [answer.day] : [];
  });
  const word = facts.length === 0 ? `${WORDS[mark]}, no fact` : WORDS[mark];
  const latest = days.sort().at(-1);
  return [
    className,
    member,
    latest === undefined ? word : `recorded on ${latest}`,
    [...told].join(', '),
    source,
  ];
}

/** `S3 recorded`; of tests that share a number, the number once. */
function factText(fact: Fact, answerOf: ConformancePage['answerOf']): string {
  const answer = answerOf(fact.id);
  const id = fact.observation === undefined ? fact.no : fact.id;
  if (answer !== undefined) return `${id} ${answer.agrees ? 'recorded on' : 'DIFFERS on'} ${answer.day}`;
  return `${id} ${WORDS[fact.mark]}${fact.except === '' ? '' : ` (${inWords(fact.except)})`}`;
}

function inWords(except: string): string {
  return except.replace(/\b(rec2?|doc|asm)\b/, (mark) => WORDS[mark as Mark]);
}

function leftOut(facts: readonly Fact[]): string[][] {
  const tested = facts.filter(({ observation }) => observation === undefined);
  return Object.entries(NEEDS).map(([need, text]) => {
    const numbers = tested.filter((fact) => testedFact(fact)?.needs === need).map(({ no }) => no);
    return [text, [...new Set(numbers)].join(', ')];
  });
}

function inCells({ answerOf }: ConformancePage): string[][] {
  return CELL_FACTS.map(({ id, mark, title }) => [id, WORDS[mark], title, answerText(answerOf(id))]);
}

/** Tests that share a number share a row. */
function assumed({ facts, answerOf }: ConformancePage): string[][] {
  const all = facts.filter(({ mark }) => mark === 'asm');
  const tested = all.filter(({ observation }) => observation === undefined);
  const numbers = [...new Set(tested.map(({ no }) => no))];
  return [
    ...all
      .filter(({ observation }) => observation !== undefined)
      .map(({ id, title }) => [id, title, answerText(answerOf(id))]),
    ...numbers.map((no) => {
      const titles = tested.filter((fact) => fact.no === no).map(({ title }) => title);
      return [no, titles.join('; '), 'not asked as a whole'];
    }),
  ];
}

function answerText(answer: PlatformAnswer | undefined): string {
  if (answer === undefined) return 'not asked yet';
  return `${answer.agrees ? 'agrees' : 'DIFFERS'}, ${answer.day}`;
}
