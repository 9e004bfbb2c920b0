import { type DateRange, MONTHS, toParts } from '../calendar/calendar-date';
import { shownNumber, shownRate } from '../employer-api/text';
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

/** Whether a cell holds a text of ours. */
export function holdsText(cell: unknown, text: string): boolean {
  return cell === text;
}

/** A distance from a target in points, with as many decimals, up to four, as tell it from none. */
export function gapText(gap: number): string {
  const size = Math.abs(gap);
  const texts = [0, 1, 2, 3].map((more) => size.toFixed(PERCENTAGE_DIGITS + more));
  return texts.find((text) => Number(text) > 0) ?? shownRate(size);
}
