import { describe, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { hostileFields, shownCells } from '../support/hostile-shifts';
import { nodePacker } from '../support/node-text';
import { runs } from '../support/runs';
import { type Scene, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/*
 * Whoever edits the spreadsheet can unhide and edit the sheet that Undo rests on.
 */

const RUNS = runs(20, 200);
const SEED = Number(process.env.TEST_SEED ?? 20_261_123);

const made = stagingStage();

/** Texts that a person, or a program of his, may put in the place of a kept table. */
const FORGED = [
  '{}',
  'no JSON',
  '{"version":1,"report":"r","slot":"a","stamp":"s","length":0,"hash":""}',
  nodePacker.pack('{"columns":[],"count":30000000,"fields":[],"source":"s","about":"{}"}\n[]'),
  nodePacker.pack('no JSON'),
  'A'.repeat(45_000),
  '=1/0',
  '12',
  'TRUE',
];

function hiddenSheets(scene: Scene): string[] {
  return scene.book.document
    .snapshot()
    .sheets.map(({ name }) => name)
    .filter((name) => name.startsWith('Shift Reports undo'));
}

/** One edit of a hidden sheet. */
function edit(scene: Scene, random: SeededRandom): string {
  const names = hiddenSheets(scene);
  const name = names[random.below(names.length)];
  if (name === undefined) return 'nothing';
  const { editor } = scene.book.document;
  const cell = () => `${name}!${'ABC'[random.below(3)]}${1 + random.below(95)}`;
  /** A cell of a kept table. */
  const head = () => `${name}!B${2 + random.below(4)}`;
  switch (random.below(7)) {
    case 0:
      editor.insertRows(name, 1 + random.below(6));
      return 'rows inserted';
    case 1:
      editor.deleteRows(name, 1 + random.below(6));
      return 'a row deleted';
    case 2: {
      const value = scene.book.cell(head()).value;
      editor.type(head(), String(value));
      return 'a cell copied';
    }
    case 3:
      editor.type(head(), '');
      return 'a cell cleared';
    case 4:
      if (random.below(4) === 0) editor.deleteSheet(name);
      return 'perhaps the sheet deleted';
    case 5:
      editor.type(head(), FORGED[random.below(FORGED.length)] ?? '');
      return 'a beginning forged';
    default:
      editor.type(cell(), FORGED[random.below(FORGED.length)] ?? '');
      return 'a cell forged';
  }
}

describe('the hidden sheet that someone edits', () => {
  test(`keeps no refresh from ending well, and Undo puts back the right cells or none: ${RUNS} edits (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const scene = await made.open(false);
    scene.connect();
    const days = { from: '2026-03-02', to: '2026-03-02' };
    const ids = [scene.saveReport(days), scene.saveReport({ ...days, sheet: 'Kept', mode: 'history' })];
    const sheets = ['Shifts', 'Kept'];
    const before: (ReturnType<typeof shownCells> | undefined)[] = [undefined, undefined];
    let [undone, refused] = [0, 0];
    for (let run = 1; run <= RUNS; run += 1) {
      const at = random.below(2);
      const [id, sheet] = [ids[at] ?? '', sheets[at] ?? ''];
      const what = random.below(4) === 0 ? 'nothing' : edit(scene, random);
      const known = before[at] === undefined ? undefined : shownCells(scene, sheet);
      await scene.serve(
        Array.from({ length: 1 + random.below(9) }, (_, index) => ({
          ...RECORD,
          SHIFT_ID: 1 + index + 10 * random.below(3),
          ...hostileFields(random),
          SHIFT_DATE: '2026-03-02',
        })),
      );
      const refreshed = state(scene.refresh(id));
      expect({ run, what, reports: refreshed.reports.length }).toEqual({ run, what, reports: 2 });
      expect(refreshed.reports.find((report) => report.id === id)?.lastRun?.outcome).toBe('refreshed');
      before[at] = known ?? [];
      if (known === undefined || random.below(2) === 0) continue;
      const again = random.below(4) > 0 ? edit(scene, random) : 'nothing';
      const shown = shownCells(scene, sheet);
      const outcome = scene.ask('sidebarUndoRefresh', id);
      const cells = shownCells(scene, sheet);
      if (outcome.kind === 'done') {
        undone += 1;
        expect({ run, what, again, cells }).toEqual({ run, what, again, cells: known });
      } else {
        refused += 1;
        expect({ run, what, again, cells }).toEqual({ run, what, again, cells: shown });
        expect(outcome).toMatchObject({
          code: 'invalid_settings',
          message: expect.stringMatching(/^Refresh “(Shifts|Kept)” (first|instead): /),
        });
      }
      expect(state(scene.ask('sidebarState')).reports).toHaveLength(2);
    }
    process.stdout.write(`Edits of the hidden sheet: ${RUNS}; undone ${undone}, refused ${refused}\n`);
    expect(Math.min(undone, refused)).toBeGreaterThan(0);
  });
});
