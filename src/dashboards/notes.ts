import { capital, shownCount } from '../employer-api/text';
import { type Group, isProvisional } from '../figures/figures';
import { definitionText } from '../figures/measures';
import { DAYS_UNTIL_FINAL } from '../limits';
import { type DashboardFigures, isComplete, type ShownName, wordsOf } from './dashboard-figures';

/**
 * `Worked = worked ÷ booked (…); …`: the percentages that a group shows, and how many definitions give the same; where these
 * differ more, a part of it has a range. Why another one is blank is in the notes of the group; *Data quality* names them.
 */
export function definitionsOf(figures: DashboardFigures, rates: readonly ShownName[], group: Group): string {
  const known = rates.flatMap((name) => {
    const used = figures.usedDefinition(name, group);
    const others = (figures.request(name).definitions?.left.length ?? 0) - 1;
    const same = `${others === 1 ? 'gives' : 'give'} the total within a point`;
    const more = others > 0 ? ` (${shownCount(others, 'other definition')} ${same})` : '';
    return used ? [`${wordsOf(name)} = ${definitionText(used)}${more}`] : [];
  });
  return known.join('; ');
}

/** For a page that shows weeks: whether some of them are left out. */
export function weeksNote(figures: DashboardFigures): string | false {
  const isHidden = new Set(figures.by('week').groups.map(isComplete)).size > 1;
  return isHidden && 'Charts and weeks show complete periods only';
}

/**
 * How the figures are made, in sentences.
 *
 * @param rates The percentages that the dashboard shows.
 * @param own What a reader must know besides. Without full stops.
 */
export function notesOf(
  figures: DashboardFigures,
  rates: readonly ShownName[],
  ...own: readonly (string | false)[]
): string[] {
  const { range, today, zone } = figures.source;
  const { total } = figures.by();
  const days = `Days and times are those of ${zone}`;
  if (total.rows.length === 0) return [`${days}.`];
  const hasRates = rates.length > 0;
  return [
    definitionsOf(figures, rates, total),
    figures.notes(total, hasRates),
    ...own,
    isProvisional(range.to, today) && `The service may still correct the last ${DAYS_UNTIL_FINAL} days`,
    days,
  ].flatMap((sentence) => (sentence ? [`${capital(sentence)}.`] : []));
}
