import { isOn, shortDays } from '../../calendar/calendar-date';
import { headingOf } from '../../contract/fields';
import { DAY_COLUMN, type ShiftRow } from '../../employer-api/shift-report';
import { listed, shownCount, shownNumber } from '../../employer-api/text';
import { type Definitions, describeDefinitions } from '../../figures/definitions';
import { isProvisional } from '../../figures/figures';
import {
  DEFINITIONS,
  definitionText,
  type PercentageField,
  PUBLISHED_QUANTITIES,
} from '../../figures/measures';
import { nearDuplicates } from '../../figures/names';
import { checkFilled, checkRelations, type RecordCheck } from '../../figures/record-quality';
import { DAYS_UNTIL_FINAL, MOST_COMPARED_NAMES, PERCENTAGE_FORMAT } from '../../limits';
import { listNames, NAME_KINDS } from '../../reports/saved/names';
import { type Dashboard, saidColumn, type Table, tableOf } from '../dashboard';
import { type DashboardFigures, figureIn, headingOfKey } from '../dashboard-figures';
import { notesOf } from '../notes';
import { saidTile } from '../tiles';

const MOST_PAIRS = 10;
/** Columns of a sentence, of a check and of what stands beside a name. */
const [LINE_ROOM, CHECK_ROOM, TEXT_ROOM] = [13, 5, 10];
const PERCENTAGES = Object.keys(DEFINITIONS) as PercentageField[];
const isAfter = (name: string) => /WORKED|NO_SHOWS/.test(name);
/** What only an ended shift can have, and what any should. */
const AFTER_SHIFTS = PUBLISHED_QUANTITIES.filter(isAfter);
const AT_ONCE = ['SHIFT_ID', ...PUBLISHED_QUANTITIES.filter((name) => !isAfter(name))];

/** Whether the figures can be trusted: what fails, what is missing, and how each percentage is calculated. */
export function planDataQuality(figures: DashboardFigures): Dashboard {
  const { rows } = figures.records;
  const { today, report } = figures.source;
  const past = rows.filter((row) => isOn(row[DAY_COLUMN], { from: 0, to: today - 1 }));
  const later = AFTER_SHIFTS.map((name) => checkFilled(past, name));
  const filled = [...AT_ONCE.map((name) => checkFilled(rows, name)), ...later];
  // What is blank on the newest days alone may still come.
  const isOpen = (check: RecordCheck) => later.includes(check) && isProvisional(check.days.from, today);
  /** What to do about records that fail; empty while the service may still correct them. */
  const adviceOn = (check: RecordCheck) => {
    if (isOpen(check)) return `Wait until the last ${DAYS_UNTIL_FINAL} days are final.`;
    return isProvisional(check.days.from, today) ? '' : 'Ask the operator of the service to correct them.';
  };
  const all = [...checkRelations(rows, today), ...filled];
  // Equal ones stay in their order.
  const failed = all.filter(({ fails }) => fails > 0).sort((one, other) => shareOf(other) - shareOf(one));
  const failing = tableOf<RecordCheck>({
    title: 'What fails, most first',
    columns: [
      { heading: 'Check', cell: ({ words }) => words, room: CHECK_ROOM },
      { heading: 'Days', cell: ({ days }) => shortDays(days), room: 2 },
      // The service’s own numbers.
      { heading: 'First shift IDs', cell: ({ ids }) => ids.map((id) => id ?? 'none').join(', '), room: 3 },
      saidColumn('Share', 'Records that fail, of 100 checked.', shareOf, PERCENTAGE_FORMAT),
      saidColumn('Records', 'Records that fail.', ({ fails }) => fails),
      saidColumn('Checked', 'Records that hold what it needs.', ({ of }) => of),
    ],
    items: failed,
  });
  const [worst] = failed;
  const unfinished = rows.length - past.length;
  const empty = filled.flatMap(({ words, fails }) => (fails > 0 ? words.replace(' is empty', '') : []));
  const { repeated, conflicting } = figures.records;
  return {
    sentence:
      worst === undefined
        ? `All ${all.length} checks pass on ${shownCount(rows.length, 'record')}.`
        : `${failed.length} of ${all.length} checks ${failed.length === 1 ? 'fails' : 'fail, above all'}: ${worst.words} in ${shownNumber(worst.fails)} of ${shownCount(worst.of, 'checked record')}, ${shortDays(worst.days)}.`,
    why: worst ? adviceOn(worst) : '',
    tiles: [
      saidTile(
        'Shift records',
        rows.length,
        'Records that the figures count.',
        unfinished === 0 ? '' : `${shownNumber(unfinished)} not over yet`,
      ),
      saidTile(
        'Skipped rows',
        repeated + report.undated,
        'Records that no figure counts.',
        'repeated or without a day',
      ),
      saidTile(
        'Repeated shift IDs',
        conflicting,
        'Records that differ from another with their SHIFT_ID.',
        'in records that differ',
      ),
      saidTile(
        'Empty values',
        filled.reduce((sum, { fails }) => sum + fails, 0),
        'Values that a record lacks. Sums of the field leave them out.',
        empty.length > 1 ? `in ${empty.length} fields` : empty.join(),
      ),
      saidTile(
        'Odd values',
        report.doubts,
        'Values of the wrong kind, in all that the service sent.',
        'of the wrong kind',
      ),
      saidTile(
        'Confirmed definitions',
        PERCENTAGES.filter((name) => figures.request(name).definitions?.left.length === 1).length,
        'Percentages with one definition left.',
        `of ${PERCENTAGES.length} percentages`,
      ),
    ],
    lists: [],
    tables: [failing, percentagesOf(figures), namesOf(rows)],
    notes: notesOf(
      figures,
      [],
      'The add-on makes these checks and changes no record; only the operator of the service can correct one',
    ),
  };
}

/** Records that fail, of 100 that can tell. */
function shareOf({ fails, of }: RecordCheck): number {
  return (100 * fails) / of;
}

/** How each percentage is calculated: the service does not say it, its rows show it. */
function percentagesOf(figures: DashboardFigures): Table {
  const { total } = figures.by();
  const definitionOf = (name: PercentageField) => {
    const word = headingOf(name);
    const definitions = figures.request(name).definitions as Definitions;
    const { why } = figureIn(total, name);
    const [used, ...others] = definitions.left;
    if (!used?.of || why)
      // Its name stands beside it.
      return describeDefinitions(word, definitions, why).replace(`${word} `, '');
    if (others.length > 0)
      return `${definitionText(used)} is used; ${listed(others.map(definitionText))} would fit too`;
    const odd = used.of - used.agree;
    const differ = `; ${shownNumber(odd)} of the newest ${shownNumber(used.of)} rows differ`;
    return definitionText(used) + (odd === 0 ? '' : differ);
  };
  return tableOf<PercentageField>({
    title: 'How each percentage is calculated',
    columns: [
      { heading: 'Percentage', cell: headingOf, room: 3 },
      { heading: 'Definition', cell: definitionOf, room: TEXT_ROOM },
    ],
    items: total.rows.length === 0 ? [] : PERCENTAGES,
  });
}

/** Pairs of names that may be the same; of kinds with too many names a line that says so. */
function namesOf(rows: readonly ShiftRow[]): Table {
  const lines = NAME_KINDS.flatMap((kind) => {
    const names = listNames(rows, kind);
    const word = headingOfKey(kind);
    if (names.length <= MOST_COMPARED_NAMES)
      return nearDuplicates(names).map(([one, other]) => `${word}: “${one}” and “${other}”`);
    const count = shownCount(names.length, word.toLowerCase());
    return [`${count} are not compared: there are more than ${MOST_COMPARED_NAMES}.`];
  });
  return tableOf<string>({
    title: 'Names that may be the same',
    columns: [{ heading: 'Pair', cell: (line) => line, room: LINE_ROOM }],
    items: lines,
    most: [MOST_PAIRS, 'pair'],
  });
}
