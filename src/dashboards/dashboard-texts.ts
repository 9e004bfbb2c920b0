import { describeSupport } from '../figures/basis';
import { wordOf } from '../figures/definitions';
import type { Figure, FigureRequest } from '../figures/group-figures';
import type { DashboardSource } from './dashboard-source';

/** Half of the last digit that percentages are shown with: what lies closer looks the same. */
const HALF_A_DISPLAYED_UNIT = 0.05;

/** What a percentage is of: `worked ÷ true demand, settled: 412 of 413 rows agree`. */
export function basisText({ basis }: FigureRequest): string {
  if (basis === undefined) return '';
  const [used, ...others] = basis.survivors;
  if (used === undefined) return 'Fits no known definition: not shown for groups';
  const support = used.of === 0 ? '' : `: ${describeSupport(used)}`;
  const also = others.length === 0 ? '' : `; ${shownOthers(others.length)} possible as well`;
  return `${definitionText(used.definition)}, ${basis.kind}${support}${also}`;
}

function shownOthers(count: number): string {
  return count === 1 ? '1 other definition is' : `${count} other definitions are`;
}

/** A definition in words: `worked ÷ true demand`. */
export function definitionText({
  numerator,
  denominator,
}: {
  readonly numerator: Parameters<typeof wordOf>[0];
  readonly denominator: Parameters<typeof wordOf>[0];
}): string {
  return `${wordOf(numerator)} ÷ ${wordOf(denominator)}`;
}

/** Between what a figure lies by the definitions that are left; `''` where they agree. */
export function definitionRange({ min, max }: Figure): string {
  if (min === null || max === null || max - min < HALF_A_DISPLAYED_UNIT) return '';
  return `${min.toFixed(1)} to ${max.toFixed(1)} %`;
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
