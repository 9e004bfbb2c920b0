import { plainName } from '../../figures/names';
import { echo, type KnownWords, refuseOption, refuseUnknown } from './option-cells';

/** A column that the option `columns` asks for. */
export interface ColumnChoice {
  readonly name: string;
  /** What stands above it instead of its name: `X as Heading`. */
  readonly heading: string | undefined;
}

/** A column that the option `sort` names. */
export interface SortKey {
  readonly name: string;
  readonly descending: boolean;
}

/** A column that a table has. */
export interface AvailableColumn {
  readonly name: string;
  /** Its heading, unless it is renamed. @default its name */
  readonly heading?: string;
  /** Other names under which `columns` and `sort` know it. */
  readonly words: readonly string[];
  /** Whether it is shown behind those that `columns` names, unless it is named itself. */
  readonly stays?: true;
}

/**
 * Finds the columns to show, in the order asked for, and behind them those that stay.
 *
 * @param choices `undefined` for all.
 * @throws {ReportError} `invalid_option` for an unknown column, and for two columns under one heading.
 */
export function resolveColumns(
  choices: readonly ColumnChoice[] | undefined,
  available: readonly AvailableColumn[],
): readonly { readonly index: number; readonly heading: string }[] {
  if (choices === undefined) {
    return available.map(({ name, heading = name }, index) => ({ index, heading }));
  }
  const find = finder(available);
  const seen = new Set<string>();
  const asked = choices.map((choice) => ({ ...choice, index: find(choice.name) }));
  const staying = available.flatMap(({ name, stays }, index) =>
    stays && asked.every((one) => one.index !== index) ? [{ name, heading: undefined, index }] : [],
  );
  return [...asked, ...staying].map(({ name, heading, index }) => {
    const column = available[index];
    const shown = heading ?? column?.heading ?? column?.name ?? name;
    if (seen.has(shown))
      refuseOption(`Give one column another heading with "as": ${echo(shown)} is there twice`);
    seen.add(shown);
    return { index, heading: shown };
  });
}

/** Finds the columns to sort by. @throws {ReportError} `invalid_option` for an unknown column. */
export function resolveSort(
  keys: readonly SortKey[],
  available: readonly AvailableColumn[],
): readonly { readonly index: number; readonly descending: boolean }[] {
  if (keys.length === 0) return [];
  const find = finder(available);
  return keys.map(({ name, descending }) => ({ index: find(name), descending }));
}

/** A column's name goes before other words for columns. */
function finder(available: readonly AvailableColumn[]): (name: string) => number {
  const places = new Map<string, number>();
  // Later entries replace earlier ones.
  for (let index = available.length - 1; index >= 0; index -= 1) {
    for (const word of available[index]?.words ?? []) places.set(plainName(word), index);
  }
  for (let index = available.length - 1; index >= 0; index -= 1) {
    places.set(plainName(available[index]?.name ?? ''), index);
  }
  return (name) => places.get(plainName(name)) ?? refuseUnknown('column', name, suggestions(available));
}

function suggestions(available: readonly AvailableColumn[]): KnownWords {
  const words = available.flatMap(({ name, words }) =>
    [name, ...words].map((word): [string, string] => [word, name]),
  );
  return { words: new Map(words), listed: available.map(({ name }) => name) };
}
