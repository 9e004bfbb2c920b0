import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { parse } from 'acorn';
import { accountScript } from '../../conformance/account-script';
import { type ScriptWorld, type ScriptWorldOptions, scriptWorld } from '../platform-facts/script-world';

/* The script for an hour with an account, in the emulator. What it sees here is no evidence; that it sees everything is. */

const SIZES = {
  tableRows: [10, 30],
  tableColumns: 4,
  stamped: 5,
  tornRows: 6,
  tornColumns: 5,
  pauseMillis: 20_000,
  timerMillis: 300_000,
};
const SCRIPT = accountScript(SIZES);

const worlds: ScriptWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

/** The script, opened by its owner in a spreadsheet. */
function opened(options: ScriptWorldOptions = {}, name = 'Questions A') {
  const manifest = JSON.parse(SCRIPT['appsscript.json']);
  const world = scriptWorld(SCRIPT['Code.js'], { manifest, installation: 'add-on', ...options });
  worlds.push(world);
  return { world, ...place(world, name) };
}

/** One more spreadsheet of the same person. */
function place(world: ScriptWorld, name: string) {
  const book = world.emulator.createSpreadsheet({ owner: 'ann@a.example', zone: 'Europe/London', name });
  const ann = book.as('ann@a.example');
  ann.open();
  const click = (caption: string) => {
    const { outcome } = ann.clickMenu(caption);
    book.recalculate();
    return outcome.kind === 'returned' ? outcome.value : `${outcome.kind}: ${outcome.message}`;
  };
  /** Goes on until the script says that all is done, as the page says. */
  const goOn = () => {
    for (let turn = 0; turn < 20; turn++) {
      const said = String(click('Start or go on'));
      if (!said.includes('go on in a minute') && !said.includes('Go on in a minute')) return said;
    }
    return 'never done';
  };
  const answers = () => {
    const rows = book.values('Answers!A1:D200').filter(([question]) => typeof question === 'number');
    return rows.map(([question, where, seen]) => ({ question, where, seen: readSeen(String(seen)) }));
  };
  const of = (question: number) => answers().filter((answer) => answer.question === question);
  return { book, ann, click, goOn, answers, of };
}

function readSeen(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const DONE = /^All 11 steps are done; \d+ runs of the timer are written down/;

describe('the script for an hour with an account', () => {
  test('is JavaScript of 2019, with the permissions of the add-on and one address', () => {
    const program = parse(SCRIPT['Code.js'], { ecmaVersion: 2019, sourceType: 'script' });
    const names = program.body.flatMap((one) =>
      one.type === 'FunctionDeclaration' && one.id ? [one.id.name] : [],
    );
    expect(names.filter((name) => !name.endsWith('_') && !/^(QUESTIONS_|questions[A-Z])/.test(name))).toEqual(
      ['onInstall', 'onOpen'],
    );
    const own = JSON.parse(readFileSync('appsscript.json', 'utf8'));
    expect(JSON.parse(SCRIPT['appsscript.json'])).toEqual({
      ...own,
      urlFetchWhitelist: ['https://www.gstatic.com/'],
    });
  });

  test.each(['add-on', 'bound'] as const)(
    'goes through all its steps as %s, and says where it is',
    (installation) => {
      const { world, book, goOn, of, answers } = opened({ installation });
      const toasts: string[] = [];
      world.emulator.onMessage((message) => toasts.push(JSON.stringify(message)));
      expect(goOn()).toMatch(DONE);
      expect(toasts.join()).toContain('Step 6 of 11, dates in New York');

      for (const question of [0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 13])
        expect([question, of(question).length]).toEqual([question, expect.any(Number)]);
      expect(of(8)).toHaveLength(2);
      expect(of(9)[0]?.seen).toMatchObject({
        seen: [
          { cells: 40, first: 'r1c1', last: 'r10c4' },
          { cells: 120, first: 'r1c1', last: 'r30c4' },
        ],
      });
      expect(of(0)[0]?.seen).toMatchObject({
        seen: { installation: installation === 'bound' ? 'NONE' : 'WEB_STORE_ADD_ON', locale: 'en_GB' },
      });
      expect(of(8).map(({ seen }) => seen)).toEqual([
        {
          step: 'dates in New York',
          seen: expect.objectContaining({
            zone: 'America/New_York',
            shown: expect.arrayContaining(['Date 2026-07-01T04:00:00.000Z', 'Date 2026-12-01T05:00:00.000Z']),
          }),
        },
        {
          step: 'dates in Kiritimati',
          seen: expect.objectContaining({
            zone: 'Pacific/Kiritimati',
            shown: expect.arrayContaining(['Date 2026-06-30T10:00:00.000Z', 'Date 2026-11-30T10:00:00.000Z']),
          }),
        },
      ]);
      expect(book.document.zone).toBe('Europe/London');
      expect(of(6)[0]?.seen).toMatchObject({
        seen: {
          locale: 'de_DE',
          made: [{ threw: expect.stringContaining('Invalid') }, 'taken', 'taken', 'taken'],
          kept: ['=AND(ISNUMBER(B2);B2<10)', '=ISNUMBER(B3)*(B3<10)', '=B4<10'],
        },
      });
      expect(JSON.stringify(answers())).not.toMatch(/a\.example|not emulated/);
    },
  );

  test('has a stage, an item of the menu or a later look for each of the 15 questions', () => {
    const numbers = [...SCRIPT['Code.js'].matchAll(/question: (\d+)|tell_\(book, (\d+),/g)].map(
      ([, stage, told]) => Number(stage ?? told),
    );
    // 3, 12 and 14 are asked by other people, in other spreadsheets or beside another question: docs/account-hour.md.
    expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15]);
    const page = readFileSync('docs/account-hour.md', 'utf8');
    for (let question = 1; question <= 15; question++)
      expect(page).toMatch(new RegExp(`^\\| ${question} \\|`, 'm'));
  });

  test('writes down what the timer saw, moves the stamp, and goes on every hour, three times', () => {
    const { world, book, goOn, click, of } = opened();
    goOn();
    expect(world.emulator.advance({ minutes: 5 }).map(({ functionName }) => functionName)).toEqual([
      'questionsOnTimer',
    ]);
    book.recalculate();
    click('Start or go on');
    expect(of(1).at(-1)?.seen).toMatchObject({
      active: 'Questions A',
      documentProperty: expect.stringContaining('set by '),
      documentCache: 'kept',
      documentLock: 'true',
      wroteCell: 'written',
    });
    const stamped = JSON.stringify(of(10).at(-1)?.seen);
    expect(stamped).toMatch(/"timer 2026-03-10T[^"]+":\{"formulas":5,/);
    expect(stamped).not.toContain('by hand');

    expect(world.emulator.advance({ days: 1 })).toHaveLength(3);
    expect(click('Start or go on')).toMatch(/4 runs of the timer/);
  });

  test('keeps what a timer saw that finds no spreadsheet, and writes it down in the next one that is opened', () => {
    const { world, goOn, click, of } = opened();
    goOn();
    world.emulator.fault = {
      throwAtCall: 1,
      match: ({ method }) => method === 'SpreadsheetApp.getActiveSpreadsheet',
      message: 'No item with the given ID could be found.',
    };
    world.emulator.advance({ minutes: 5 });
    world.emulator.fault = null;
    click('Start or go on');
    expect(of(1).at(-1)?.seen).toMatchObject({ active: expect.stringContaining('threw') });
  });

  test('lists in two spreadsheets which timers each of the two lists has', () => {
    const { world, goOn } = opened();
    goOn();
    const other = place(world, 'Questions B');
    other.goOn();
    expect(other.of(2).at(-1)?.seen).toEqual({
      seen: {
        project: ['questionsOnTimer', 'questionsOnTimer of this spreadsheet'],
        user: ['questionsOnTimer of this spreadsheet'],
      },
    });
  });

  test('reads what another person typed', () => {
    const { book, goOn, click, of } = opened();
    goOn();
    book.as('bob@b.example').enter('Formulas!A20', '=QUESTIONS_STORES("colleague")');
    click('Start or go on');
    expect(JSON.stringify(of(7).at(-1)?.seen)).toContain('document property: set by');
  });

  test('lets Google decide what to show when a permission is missing, and shows how far it came', () => {
    const { world, click, of, goOn } = opened();
    goOn();
    world.emulator.switches.missingScopes = ['https://www.googleapis.com/auth/script.send_mail'];
    expect(click('Use mail')).toMatch(/permission|authori[sz]ation/i);
    expect(of(5).map(({ seen }) => seen)).toEqual([
      { begins: 'Use mail', authorization: expect.objectContaining({ all: 'REQUIRED' }) },
    ]);
    expect(click('Ask for all permissions, then use mail')).toMatch(/^killed: Authorization is required/);
    expect(of(5).at(-1)?.seen).toMatchObject({
      begins: 'Ask for all permissions',
      authorization: { mail: 'REQUIRED', hasUrl: 'true', granted: expect.not.stringContaining('send_mail') },
    });
    world.emulator.switches.missingScopes = [];
    click('Use mail');
    expect(of(5).at(-1)?.seen).toBe('Use mail went through.');
    click('Ask for all permissions, then use mail');
    expect(of(5).at(-1)?.seen).toBe('Ask for all permissions, then use mail went through.');
  });

  test('keeps what a person saw', () => {
    const { world, click, of } = opened();
    world.emulator.switches.dialogAnswer = { button: 'OK', text: '6: B3 and B4 are green' };
    click('Write down what I saw');
    expect(of(6).map(({ seen }) => seen)).toEqual(['A person saw: B3 and B4 are green']);
  });

  test('writes until the time limit ends it, and counts what that left', () => {
    const { goOn, click, of } = opened();
    goOn();
    expect(click('Write until Google stops it')).toContain('Exceeded maximum execution time');
    click('Start or go on');
    const seen = JSON.stringify(of(15).at(-1)?.seen);
    const counts = [...seen.matchAll(/"\d+":(\d+)/g)].map(([, cells]) => Number(cells));
    expect(counts.reduce((sum, cells) => sum + cells, 0)).toBe(SIZES.tornRows * SIZES.tornColumns);
  });

  test('goes on after a step that a run did not survive', () => {
    const { world, goOn, of } = opened();
    world.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'UrlFetchApp.fetch' };
    goOn();
    expect(goOn()).toMatch(DONE);
    expect(of(13).map(({ seen }) => seen)).toEqual(['The last run ended in the middle of this step.']);
  });

  test('takes everything back but the answers', () => {
    const { world, book, goOn, click, answers } = opened();
    goOn();
    world.emulator.advance({ minutes: 5 });
    expect(click('Clean up')).toMatch(/^Only the sheet Answers is left/);
    expect(book.document.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Answers']);
    expect(world.emulator.advance({ days: 1 })).toEqual([]);
    expect(answers().filter(({ question }) => question === 1)).toHaveLength(2);
    // Begun again, it begins with the first step.
    goOn();
    expect(answers().filter(({ question }) => question === 0)).toHaveLength(2);
  });

  test('touches no spreadsheet that is not meant for it', () => {
    const { book, click } = opened({}, 'Rota');
    for (const caption of ['Start or go on', 'Use mail', 'Write until Google stops it', 'Clean up'])
      expect(click(caption)).toContain('Name this spreadsheet');
    expect(book.document.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1']);
  });
});
