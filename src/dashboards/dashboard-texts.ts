import { shownCount, shownNumber, shownRate } from '../employer-api/text';
import type { DashboardSource } from './dashboard-source';

/** What people call the kinds of names that the service sends. */
export const KEY_WORDS = { venue: 'Venue', area: 'Area', role: 'Job title' } as const;

/** A count in a sentence, with separated thousands. */
export function countText(value: number): string {
  return Number.isInteger(value) ? shownNumber(value) : String(value);
}

/** Points in a tile: `2.7 pts`. */
export function pointsText(difference: number): string {
  return `${shownRate(Math.abs(difference))} pts`;
}

/** What a table leaves out, without a full stop: `3 more venues are not shown`. */
export function leftOutText(count: number, noun: string): string {
  return `${shownCount(count, `more ${noun}`)} ${count === 1 ? 'is' : 'are'} not shown`;
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
