import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { GROUP_KEYS, type GroupKey, KEY_HEADINGS, keyWords } from '../../figures/group-keys';
import { findMeasure, MEASURES, type Measure } from '../../figures/measures';
import { plainName } from '../../figures/names';
import { echo } from './echo';
import { type Cell, cellsOf, textOf } from './option-cells';
import type { ColumnChoice, SortKey } from './option-columns';
import { listWords, refuseOption, refuseUnknown } from './option-mistakes';
import { isOption } from './option-names';
import { type ReadValue, singleCell } from './option-values';

const MOST_KEYS = 3;

/** `X as Heading, Y`. */
export const readColumns: ReadValue<readonly ColumnChoice[]> = (cells, name) =>
  itemsOf(cells, name).map((item) => {
    const at = item.search(/\sas\s/i);
    if (at < 0) return { name: item, heading: undefined };
    const heading = item.slice(at + 4).trim();
    if (heading.length > LONGEST_TEXT) refuseOption(`Give columns shorter headings in "${name}"`);
    return { name: item.slice(0, at).trim(), heading: heading || undefined };
  });

/** `X desc, Y`, or `-X, Y`. */
export const readSort: ReadValue<readonly SortKey[]> = (cells, name) =>
  itemsOf(cells, name).map((item) => {
    const order = /\s(?:asc|desc)(?:ending)?$/i.exec(item)?.[0] ?? '';
    // Also the minus sign of typeset text.
    const minus = /^[-\u2212]\s*/.exec(item)?.[0] ?? '';
    if (minus !== '' && order !== '') {
      refuseOption(`Write "NO_SHOWS desc" or "-NO_SHOWS" in "${name}", not both. (${echo(item)})`);
    }
    const descending = minus !== '' || /^\sdesc/i.test(order);
    return { name: item.slice(minus.length, item.length - order.length).trim(), descending };
  });

/** One to three keys, none twice. */
export const readGroupKeys: ReadValue<readonly GroupKey[]> = (cells, name) => {
  const keys = readDistinct(itemsOf(cells, name), readGroupKey, String);
  if (keys.length > MOST_KEYS) refuseOption(`"${name}" takes up to ${MOST_KEYS} of ${listWords(GROUP_KEYS)}`);
  return keys;
};

/** At least one figure, none twice. */
export const readMeasures: ReadValue<readonly Measure[]> = (cells, name) =>
  readDistinct(itemsOf(cells, name), findOrRefuseMeasure, ({ words }) => words[0]);

/**
 * Reads what stands in the place of `by`: `week, venue`, or a range.
 *
 * @returns `undefined` where it is blank.
 * @throws {ReportError} `invalid_option`
 */
export function readGroupBy(value: unknown): readonly GroupKey[] | undefined {
  const cells = cellsOf(value);
  return cells.length === 0 ? undefined : readGroupKeys(cells, 'group by');
}

/** Reads what stands in the place of `metric`: one figure. @throws {ReportError} `invalid_option` */
export function readMeasure(value: unknown): Measure {
  const cells = cellsOf(value);
  if (cells.length === 0) refuseOption('Give a metric, such as "worked %"');
  return findOrRefuseMeasure(textOf(singleCell(cells, 'metric')).trim());
}

/** A list's items, of every cell. No name holds a comma. */
function itemsOf(cells: readonly Cell[], name: string): readonly string[] {
  const items = cells.flatMap((cell) => textOf(cell).split(','));
  const named = items.map((item) => item.trim()).filter((item) => item !== '');
  if (named.length === 0) refuseOption(`"${name}" needs a value after it`);
  return named;
}

function readGroupKey(text: string): GroupKey {
  const wanted = plainName(text);
  const words = new Map(
    GROUP_KEYS.flatMap((key) =>
      [...keyWords(key), KEY_HEADINGS[key]].map((word): [string, GroupKey] => [word, key]),
    ),
  );
  const key = Array.from(words).find(
    ([word]) => plainName(word) === wanted || `${plainName(word)}s` === wanted,
  );
  if (key !== undefined) return key[1];
  if (isOption(text)) {
    refuseOption(`Options come after what to group by. Leave that empty with a comma. (${echo(text)})`);
  }
  return refuseUnknown('group', text, { words, listed: GROUP_KEYS });
}

function findOrRefuseMeasure(text: string): Measure {
  const measure = findMeasure(text);
  if (measure !== undefined) return measure;
  if (/^fill(?:ed)?(?:rate)?%?$/.test(plainName(text))) {
    refuseOption('"fill rate" has several meanings. Choose "booked %" or "true fulfilment %"');
  }
  const words = MEASURES.flatMap(({ name, words }) =>
    [name, ...words].map((word): [string, string] => [word, word]),
  );
  return refuseUnknown('metric', text, {
    words: new Map(words),
    listed: MEASURES.map(({ words }) => words[0]),
  });
}

/** Reads items up to the first that comes again: a huge list costs no more than there are names. */
function readDistinct<Item>(
  texts: readonly string[],
  read: (text: string) => Item,
  wordFor: (item: Item) => string,
): readonly Item[] {
  const items = new Set<Item>();
  for (const text of texts) {
    const item = read(text);
    if (items.has(item)) refuseOption(`${echo(wordFor(item))} is given twice`);
    items.add(item);
  }
  return Array.from(items);
}
