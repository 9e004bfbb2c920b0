import { shortDay } from '../calendar/calendar-date';
import { labelOf } from '../contract/form';
import { DASHBOARDS } from '../contract/reports';
import { figureIn, isRate, isTotal } from '../dashboards/dashboard-figures';
import { dashboardsIn } from '../dashboards/dashboard-records';
import { daysToCome } from '../dashboards/dashboard-source';
import { BLOCK_COLUMNS } from '../dashboards/layout';
import { planDashboard } from '../dashboards/page';
import { changeOf, type FigureChange, standingOf, type TargetStanding } from '../dashboards/tiles';
import { capital, shownCount, shownNumber, shownPercent } from '../employer-api/text';
import { keyOf } from '../figures/figures';
import { isSampleOwner } from '../reports/saved/saved-report';
import { isFilled } from '../reports/sheet/cells';
import {
  BEHIND,
  type Explanation,
  explained,
  figureLines,
  type KnownFacts,
  linesOf,
  meaningOf,
  NOT_KEPT,
  partsInTitle,
  shownValue,
  titleOf,
  UNKNOWN,
} from './explanation';

const REMOVED = 'Not kept: the report was removed, and the dashboard stays as it was.';
const EMPTY = 'Empty. This cell belongs to the dashboard, and a refresh may fill it.';
const TYPED = 'The dashboard leaves this cell blank: someone typed here, and the next refresh clears it.';
const TEXT = 'A text of the dashboard, rewritten at each refresh.';

/**
 * Explains a cell of a dashboard: the dashboard is made again from the rows that are kept, and its cells say what they
 * mean. `undefined` for a cell outside of it. One read of the sheet.
 */
export function explainDashboardCell(known: KnownFacts): Explanation | undefined {
  const { sheet, cell } = known;
  const record = dashboardsIn(known.properties()).find(({ sheetId }) => sheetId === sheet.id);
  if (record === undefined || cell.column > BLOCK_COLUMNS) return undefined;
  const [from, to, today] = record.days;
  const dashboard = labelOf(DASHBOARDS, record.template);
  const saved = known.state().reports.find(({ id }) => id === record.reportId);
  let about = known.tableLines(saved, { from, to }, dashboard);
  const only = (value: string, more = about) =>
    explained(`The dashboard ${dashboard}`, { 'This cell': value }, more);
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
  about = known.tableLines(saved, figures.source.range, dashboard);
  if (cell.row > cells.length) return undefined;
  const [row = []] = sheet.readBlock(cell.row, 1, 1, BLOCK_COLUMNS);
  const line = cells[cell.row - 1] ?? [];
  const [placed, shown] = [line[cell.column - 1], row[cell.column - 1]];
  if (placed?.meaning === undefined) {
    return only(isFilled(placed?.value) ? TEXT : isFilled(shown) ? TYPED : EMPTY, []);
  }
  const { meaning, value, keys: parts } = placed;
  const isFigure = 'measure' in meaning;
  // A figure is explained by what it is made of, a verdict by the figure that it judges, anything else by its sentence.
  const name = isFigure ? meaning.measure : meaning.judges;
  const request = name && figures.request(name);
  const means = isFigure
    ? meaningOf(meaning.measure, request?.definitions)
    : linesOf({ Meaning: meaning.means });
  if (parts === undefined) {
    const heading = typeof value === 'number' ? shortDay(value) : value;
    return { title: `The heading ${heading}`, lines: [...means, ...about] };
  }
  // What names the records of a line are its cells that show no figure.
  const isName = (one: (typeof line)[number]) => one?.keys !== undefined && one.meaning === undefined;
  if (!line.every((one, at) => !isName(one) || known.holds(row[at], one?.value ?? null)))
    return only(UNKNOWN);
  const { groups, total } = figures.by(...parts.map(({ key }) => key));
  const group =
    parts.length === 0
      ? total
      : groups.find((one) => parts.every((part, at) => keyOf(one, at) === part.value));
  const again = { Recalculated: known.comparison(shown, value, shownValue(isFigure ? meaning.measure : '')) };
  const made =
    request && group
      ? figureLines(request, figureIn(group, name), group, today, again)
      : linesOf({ [BEHIND]: request && shownCount(0, 'shift record'), ...again });
  const standing = name && group && standingOf(figures, group, name);
  // Of all records, beside the time before.
  const change = isFigure && name && group && isTotal(group) && changeOf(name, figures.change);
  const judged = linesOf({
    'Beside its target': standing && describeStanding(standing),
    Change: name && change && describeChange(change, isRate(name)),
  });
  // What the cell says is explained first.
  if (/[▲▼]|unchanged/.test(String(value))) judged.reverse();
  const own = isFigure ? [made, means] : [means, made];
  own.splice(isFigure && typeof value !== 'string' ? 1 : 0, 0, judged);
  return {
    title: isFigure
      ? titleOf(request?.measure.words[0] ?? '', parts)
      : [meaning.title, partsInTitle(parts)].filter(Boolean).join(': '),
    lines: [...own.flat(), ...about],
  };
}

function describeStanding({ verdict, value, target, likely }: TargetStanding): string {
  if (verdict === 'unclear') return 'Unclear: the percentage depends on its definition.';
  const beside = `${capital(verdict)}: ${shownPercent(value)} beside a target of ${shownPercent(target)}, over the shifts that have one.`;
  if (likely === undefined || verdict === 'met') return beside;
  const range = `${shownPercent(likely.low)} to ${shownPercent(likely.high)}`;
  return `${beside} The likely range, ${range}, ${verdict === 'missed' ? 'doesn\u2019t reach' : 'reaches'} the target.`;
}

function describeChange({ former, latest, week, standsOut }: FigureChange, isShare: boolean): string {
  const say = isShare ? shownPercent : shownNumber;
  const [before, now] = week ? ['the week before', week] : ['in the period before', 'in this one'];
  return `${say(former)} ${before}, ${say(latest)} ${now}${standsOut && `: ${standsOut}`}.`;
}
