import { formatIsoDate } from '../calendar/calendar-date';
import type { ExplanationLine } from '../contract/sidebar';
import type { FigurePart, KeyPart } from '../figures/figure-parts';
import { MEASURES } from '../figures/measures';
import { isPeriodKey } from '../figures/periods';
import type { CellMeaning } from '../reports/saved/meant-cell';
import { linesOf, nameInTitle } from './explanation';
import { figureTitle } from './figure-behind';
import { titleOf } from './meanings';

/** How the parts of a figure are told, in a title and in a line. */
const PARTS: Readonly<Record<FigurePart, readonly [title: string, line: string]>> = {
  value: ['', ''],
  low: [
    ': lower end',
    'The lower end of the 95 % interval: chance alone moves the percentage about that far.',
  ],
  high: [
    ': upper end',
    'The upper end of the 95 % interval: chance alone moves the percentage about that far.',
  ],
  n: [
    ': out of (n)',
    'How many positions the percentage is out of; where none is shown, what it lies between by definition.',
  ],
  basis: [': basis', 'What the figure is made of, and how that is known.'],
  range: [
    ': by definition',
    'What it lies between by the definitions that the rows leave; blank where they agree.',
  ],
};

/**
 * What a cell holds, for a title: `True fulfilment % of Grand Hotel, Monday: lower end`.
 *
 * @param label What the cell's row is about, where that is not told by keys.
 */
export function meaningTitle(meaning: CellMeaning, keys: readonly KeyPart[], label: string): string {
  if ('title' in meaning) return label === '' ? meaning.title : `${meaning.title}: ${nameInTitle(label)}`;
  const measure = MEASURES.find(({ name }) => name === meaning.measure);
  const of = [...(label === '' ? [] : [nameInTitle(label)]), ...keys.map(keyWords)].join(', ');
  const title = measure ? figureTitle(measure) : titleOf(meaning.measure);
  return `${title}${of === '' ? '' : ` of ${of}`}${PARTS[meaning.part][0]}`;
}

/** What the cell shows of its figure, or what it means by itself. */
export function meaningLines(meaning: CellMeaning): ExplanationLine[] {
  return linesOf('title' in meaning ? { Meaning: meaning.means } : { 'This cell': PARTS[meaning.part][1] });
}

function keyWords({ key, value }: KeyPart): string {
  if (value === null) return `no ${key}`;
  if (typeof value !== 'number') return nameInTitle(value);
  return isPeriodKey(key) ? `${key} ${formatIsoDate(value)}` : String(value);
}
