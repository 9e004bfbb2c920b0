import { shownEnds, visibleRange } from '../answers/tables/notes';
import { type DateRange, formatIsoDate, MONTHS, toParts } from '../calendar/calendar-date';
import { isAmerican, type Region } from '../employer-api/connection';
import { shownNumber, shownRate } from '../employer-api/text';
import { type Basis, describeSupport } from '../figures/basis';
import type { Figure, FigureRequest } from '../figures/figure';
import { definitionText } from '../figures/measures';
import { spelled } from '../figures/names';
import { PERCENTAGE_DIGITS } from '../limits';
import type { DashboardSource } from './dashboard-source';

/** What people call the kinds of names that the service sends. */
export const KEY_WORDS = { venue: 'Venue', area: 'Area', role: 'Job title' } as const;

/** A day in a sentence: `24 Aug 2026`; without the year `24 Aug`. */
export function dayText(date: number, hasYear = true): string {
  const { year, month, day } = toParts(date);
  return `${day} ${MONTHS[month - 1]}${hasYear ? ` ${year}` : ''}`;
}

/** Days in a sentence: `24 Aug–22 Nov 2026`, or the one day. */
export function daysText({ from, to }: DateRange): string {
  if (from === to) return dayText(from);
  return `${dayText(from, toParts(from).year !== toParts(to).year)}–${dayText(to)}`;
}

/** A moment in a sentence, by its serial number: `23 Nov 2026, 09:00`. */
export function momentText(serial: number): string {
  const minutes = Math.floor((serial % 1) * 1440 + 1e-6);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${dayText(Math.floor(serial))}, ${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** A count in a sentence, with separated thousands. */
export function countText(value: number): string {
  return Number.isInteger(value) ? shownNumber(value) : String(value);
}

/** How a percentage is calculated: `worked ÷ true demand, settled: 412 of 413 rows agree`. */
export function basisText({ basis }: FigureRequest): string {
  const used = basis?.survivors[0];
  if (basis === undefined || used === undefined)
    return 'fits no known definition, so it is not shown for groups';
  const support = used.of === 0 ? '' : `: ${describeSupport(used)}`;
  return `${definitionText(used.definition)}, ${basis.kind}${support}${alsoPossible(basis)}`;
}

function alsoPossible({ changesOn, survivors }: Basis): string {
  if (changesOn !== undefined) return `; changes on ${formatIsoDate(changesOn)}`;
  return survivors.length === 1 ? '' : `; ${shownOthers(survivors.length - 1)} possible as well`;
}

function shownOthers(count: number): string {
  return count === 1 ? '1 other definition is' : `${count} other definitions are`;
}

/** Between what a figure lies by the definitions that are left; `''` where they agree. */
export function definitionRange(figure: Figure): string {
  const range = visibleRange(figure);
  return range === undefined ? '' : `${shownEnds(range).join('–')}%`;
}

/** The same where there is little room: `50–100%`. */
export function shortRange(figure: Figure): string {
  const range = visibleRange(figure);
  if (range === undefined) return '';
  const [min, max] = [Math.round(range.min), Math.round(range.max)];
  return min === max ? definitionRange(figure) : `${min}–${max}%`;
}

/** Which report the rows are of, with what it leaves out: `from the report “Shifts”, venue: Grand*`. */
export function reportText({ saved }: DashboardSource): string {
  const criteria = [
    ['venue', saved.venue],
    ['area', saved.area],
    ['job title', saved.role],
  ].filter(([, text]) => text !== '');
  const limits = criteria.map(([name, text]) => `, ${name}: ${text}`).join('');
  return `from the report “${saved.sheet}”${limits}`;
}

/** A text that fits a place of so many letters: cut with an ellipsis. */
export function shortened(text: string, letters: number): string {
  const all = [...text];
  return all.length <= letters ? text : `${all.slice(0, letters - 1).join('')}…`;
}

/** A text of ours as people of a region spell it. Never for names that the service sent. */
export function spell(text: string, region: Region): string {
  return spelled(text, isAmerican(region));
}

/** A text of ours with either spelling, for comparing. */
export function unspelled(text: string): string {
  return spelled(text, false);
}

/** Whether a cell holds a text of ours, in either spelling: the region may have changed. @param text Unspelled. */
export function holdsText(cell: unknown, text: string): boolean {
  return typeof cell === 'string' && unspelled(cell) === text;
}

/** A distance from a target in points, with as many decimals, up to four, as tell it from none. */
export function gapText(gap: number): string {
  const size = Math.abs(gap);
  const texts = [0, 1, 2, 3].map((more) => size.toFixed(PERCENTAGE_DIGITS + more));
  return texts.find((text) => Number(text) > 0) ?? shownRate(size);
}
