import { visibleRange } from '../answers/tables/settled';
import { formatIsoDate } from '../calendar/calendar-date';
import { type Basis, describeSupport } from '../figures/basis';
import { definitionText } from '../figures/definitions';
import type { Figure, FigureRequest } from '../figures/figure';
import type { DashboardSource } from './dashboard-source';

/** What a percentage is of: `worked ÷ true demand, settled: 412 of 413 rows agree`. */
export function basisText({ basis }: FigureRequest): string {
  if (basis === undefined) return '';
  const [used, ...others] = basis.survivors;
  if (used === undefined) return 'Fits no known definition: not shown for groups';
  const support = used.of === 0 ? '' : `: ${describeSupport(used)}`;
  return `${definitionText(used.definition)}, ${basis.kind}${support}${alsoPossible(basis, others.length)}`;
}

function alsoPossible({ changesOn }: Basis, others: number): string {
  if (changesOn !== undefined) return `; changes on ${formatIsoDate(changesOn)}`;
  return others === 0 ? '' : `; ${shownOthers(others)} possible as well`;
}

function shownOthers(count: number): string {
  return count === 1 ? '1 other definition is' : `${count} other definitions are`;
}

/** Between what a figure lies by the definitions that are left; `''` where they agree. */
export function definitionRange(figure: Figure): string {
  const range = visibleRange(figure);
  return range === undefined ? '' : `${range.min.toFixed(1)} to ${range.max.toFixed(1)} %`;
}

/** Which report the rows are of, with what it leaves out: `From the report “Shifts”, venue: Grand*`. */
export function reportText({ saved }: DashboardSource): string {
  const criteria = [
    ['venue', saved.venue],
    ['area', saved.area],
    ['job title', saved.role],
  ].filter(([, text]) => text !== '');
  const limits = criteria.map(([name, text]) => `, ${name}: ${text}`).join('');
  return `From the report “${saved.sheet}”${limits}`;
}
