import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome, SidebarState } from '../../../src/contract/sidebar';
import type { WarehouseView } from '../../../src/contract/warehouse';
import { SIDEBAR_SCENES, type SidebarScene } from '../../browser/support/sidebar-states';
import { WAREHOUSE_SCENES } from '../../browser/support/warehouse-states';
import { SourceWords } from '../../support/source-words';

/* What the scenes of the sidebar let the script say is what the add-on says: pictures of it show the product. */

/** Of venues, people and zones. */
const NAMES = ['Caf\u00e9 \u00c9toile', 'Europe/London', 'employer_access'];

const words = SourceWords.read();

/** Everything that the script says in an outcome, as sentences. */
function sentencesOf(outcome: SidebarOutcome): string[] {
  const { message, state, checks = [] } = outcome;
  const { preview, explanation } = outcome.kind === 'done' ? outcome : {};
  const texts = [
    message,
    ...checks.map(({ sentence }) => sentence),
    ...(preview ? [...preview.facts, ...preview.warnings] : []),
    ...(explanation ? [explanation.title, ...explanation.lines.map(({ value }) => value)] : []),
    ...(state ? textsOf(state) : []),
  ];
  return texts.filter((text) => text !== '');
}

function textsOf({ reports, schedule, activity, alerts, pause, edition }: SidebarState): string[] {
  const warehouse = edition as WarehouseView | undefined;
  const ofReports = reports.flatMap(({ lastRun, confirmation, progress }) => [
    lastRun?.message,
    confirmation?.sentence,
    progress?.text,
  ]);
  const others = [schedule.late, schedule.mailProblem, schedule.runsAs, pause];
  const ofWarehouse = [warehouse?.sentence, warehouse?.history?.sentence];
  const listed = [...activity, ...alerts].map(({ sentence }) => sentence);
  return [...ofReports, ...others, ...ofWarehouse, ...listed].map((text) => text ?? '');
}

function outcomesOf({ first, answers = {} }: SidebarScene): SidebarOutcome[] {
  return [first, ...Object.values(answers).filter((one): one is SidebarOutcome => typeof one === 'object')];
}

describe('each sentence of the scene', () => {
  test.each(Object.entries({ ...SIDEBAR_SCENES, ...WAREHOUSE_SCENES }))(
    '%s is one of the product',
    (_, scene) => {
      const sentences = outcomesOf(scene).flatMap(sentencesOf);
      expect(sentences.filter((sentence) => !words.canSay(sentence, NAMES))).toEqual([]);
    },
  );
});

describe('a sentence that nobody wrote', () => {
  test.each([
    'Built for the real service.',
    'The clock of this computer is 6 minutes behind.',
    'Accepted on 2026-11-21 14:07.',
    'Settled: 412 of 413 rows concur.',
    'A new sheet \u201cShift report\u201d will be made.',
    'Another report fills a sheet of this name: choose another.',
    'This is how it would begin.',
    'Explained below.',
  ])('is told: %s', (sentence) => {
    expect(words.canSay(sentence, NAMES)).toBe(false);
  });
});
