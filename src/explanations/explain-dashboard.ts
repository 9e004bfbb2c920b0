import { type CalendarDate, shortDay } from '../calendar/calendar-date';
import { TITLES } from '../contract/reports';
import type { ShownMeaning } from '../dashboards/dashboard';
import { type DashboardFigures, figureIn } from '../dashboards/dashboard-figures';
import { parseDashboards } from '../dashboards/dashboard-records';
import { daysToCome } from '../dashboards/dashboard-source';
import { BLOCK_COLUMNS } from '../dashboards/layout';
import { planDashboard } from '../dashboards/page';
import { shownCount } from '../employer-api/text';
import { type Group, keyOf } from '../figures/figures';
import type { GroupKey, KeyValue } from '../figures/group-keys';
import { PROPERTY } from '../reports/saved/document-state';
import { isSampleOwner } from '../reports/saved/saved-connection';
import { isFilled, type SheetValue } from '../reports/sheet/cells';
import {
  BEHIND,
  type Explanation,
  figureLines,
  keysInTitle,
  linesOf,
  MEANINGS,
  NOT_KEPT,
  shownValue,
  titleOf,
  whyBlank,
} from './figure-lines';
import type { KnownFacts } from './known-facts';
import type { SelectedCell } from './selected-cell';

const UNCONNECTED = 'Connect first: without a connection nothing is kept that says more.';
const REMOVED = 'Not kept: the report was removed, and the dashboard stays as it was.';
const EMPTY = 'Empty. This cell belongs to the dashboard, and a refresh may fill it.';
const TYPED = 'The dashboard leaves this cell blank: someone typed here, and the next refresh clears it.';
const TEXT = 'A text of the dashboard, rewritten at each refresh.';
const OTHERS =
  'None of the rows that are kept: this line was changed, or newer rows put another one here. Refresh the report.';

/**
 * Explains a cell of a dashboard: the dashboard is made again from the rows that are kept, and its cells say what they
 * mean. `undefined` for a cell outside of it. One read of the sheet.
 */
export function explainDashboardCell(known: KnownFacts, cell: SelectedCell): Explanation | undefined {
  const record = parseDashboards(known.properties()[PROPERTY.dashboards]).find(
    ({ sheetId }) => sheetId === cell.sheetId,
  );
  if (record === undefined || cell.column > BLOCK_COLUMNS) return undefined;
  const [from, to, today] = record.days;
  const dashboard = TITLES[record.template];
  const saved = known.state().reports.find(({ id }) => id === record.reportId);
  let more = known.tableLines(saved, { from, to }, dashboard);
  const only = (value: string) => ({
    title: `The dashboard ${dashboard}`,
    lines: linesOf({ 'This cell': value }),
    more,
  });
  if (!known.isConnected()) return only(UNCONNECTED);
  if (saved === undefined) return only(REMOVED);
  const report = known.keptRows({ from, to });
  const isOfComing = record.template === 'unfilled_list';
  const coming = isOfComing ? known.keptRows(daysToCome(today))?.rows : undefined;
  if (report === undefined || (isOfComing && coming === undefined)) return only(NOT_KEPT);
  const { cells, figures } = planDashboard(record, {
    // What was not over then is not in the figures.
    ...known.tableFacts({ from, to }, today),
    ...{ saved, report, isSample: isSampleOwner(saved.content?.owner) },
    asOf: null,
    ...(coming && { coming }),
  });
  more = known.tableLines(saved, figures.source.range, dashboard);
  if (cell.row > cells.length) return undefined;
  const row = cell.rowValues(BLOCK_COLUMNS);
  const line = cells[cell.row - 1] ?? [];
  const [placed, shown] = [line[cell.column - 1], row[cell.column - 1]];
  if (placed?.meaning === undefined) {
    return only(isFilled(placed?.value) ? TEXT : isFilled(shown) ? TYPED : EMPTY);
  }
  const { meaning, value, keys: parts } = placed;
  if (parts === undefined) {
    const means = 'title' in meaning ? meaning.means : `${MEANINGS[meaning.measure]}.`;
    const heading = typeof value === 'number' ? shortDay(value) : value;
    return { title: `The heading ${heading}`, lines: linesOf({ Meaning: means }), more };
  }
  // What names the records of a line are its cells that show no figure.
  const isName = (one: (typeof line)[number]) => one?.keys !== undefined && one.meaning === undefined;
  if (!line.every((one, at) => !isName(one) || known.holds(row[at], one?.value ?? null))) return only(OTHERS);
  const [keys, values] = [parts.map(({ key }) => key), parts.map(({ value: of }) => of)];
  const told = explainFigure(known, figures, { meaning, keys, values, value, shown, today });
  return { ...told, more: [...told.more, ...more] };
}

/** A cell of a dashboard that is about records. */
interface FigureCell {
  readonly meaning: ShownMeaning;
  /** What the records have in common. */
  readonly keys: readonly GroupKey[];
  readonly values: readonly KeyValue[];
  /** What the kept rows make of it, and what it shows. */
  readonly value: SheetValue;
  readonly shown: unknown;
  /** The day on which the dashboard was made. */
  readonly today: CalendarDate;
}

/** A figure is explained by what it is made of, a verdict by the figure that it judges, anything else by its sentence. */
function explainFigure(known: KnownFacts, figures: DashboardFigures, cell: FigureCell): Explanation {
  const { meaning, keys, values, value, shown, today } = cell;
  const { groups, total } = figures.by(...keys);
  const isMeant = (one: Group) => values.every((of, at) => keyOf(one, at) === of);
  const group = keys.length === 0 ? total : groups.find(isMeant);
  const isFigure = 'measure' in meaning;
  const name = isFigure ? meaning.measure : meaning.judges;
  const request = name && figures.request(name);
  const figure = name && group && figureIn(group, name);
  const none = linesOf({ [BEHIND]: isFigure ? shownCount(0, 'shift record') : undefined });
  const told = request && figure ? figureLines(request, figure, group, today) : { lines: none, more: [] };
  const why = isFigure && request && figure ? whyBlank(request, figure) : undefined;
  const again = known.comparison(shown, value, shownValue(isFigure ? meaning.measure : ''), why);
  return {
    title: isFigure
      ? titleOf(meaning.measure, keys, values)
      : [meaning.title, keysInTitle(keys, values)].filter(Boolean).join(': '),
    lines: [
      ...linesOf({ Meaning: isFigure ? undefined : meaning.means }),
      ...told.lines,
      ...linesOf({ Recalculated: again }),
    ],
    more: told.more,
  };
}
