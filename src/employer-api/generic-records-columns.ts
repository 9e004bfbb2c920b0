import { fitText } from './fit-text';
import { isRecord } from './shift-records';

/** The most columns a table gets. */
export const MOST_COLUMNS = 200;
/** The most parts a dotted name has; what lies deeper stays together, as JSON text. */
const DEEPEST_NAME = 8;
/** The longest heading, in characters. */
const LONGEST_HEADING = 200;
/** The heading of a column whose name is empty. */
const NAMELESS = '(no name)';

/** Where in a record a column's values stand. */
export interface ColumnPath {
  /** The column's place in `Columns.list`. */
  readonly index: number;
  readonly names: readonly string[];
  /** Whether an object with members stood here in some record: its members have columns of their own. */
  readonly isSplit: boolean;
}

interface Place {
  readonly names: readonly string[];
  readonly members: Map<string, Place>;
  index: number | undefined;
}

/** Takes records apart into columns, in the order in which they are first seen. */
export class Columns {
  /** Whether columns were left out because there are too many. */
  overflows = false;
  readonly #places: Place[] = [];
  readonly #root: Place = { names: [], members: new Map(), index: undefined };

  /** The columns so far. */
  get list(): readonly ColumnPath[] {
    return this.#places.map(({ names, members }, index) => ({ index, names, isSplit: members.size > 0 }));
  }

  /**
   * Gives each value of a record to its column: nested objects by their members, everything else as it is.
   *
   * Names are looked up in maps, so that `__proto__` and `constructor` are names like any other.
   */
  take(record: Record<string, unknown>, give: (index: number, value: unknown) => void): void {
    this.#split(this.#root, record, give);
  }

  #split(place: Place, record: Record<string, unknown>, give: (index: number, value: unknown) => void): void {
    for (const name of Object.keys(record)) {
      const value = record[name];
      const member = this.#memberOf(place, name);
      if (isRecord(value) && member.names.length < DEEPEST_NAME) {
        this.#split(member, value, give);
      } else {
        const index = this.#indexOf(member);
        if (index !== undefined) give(index, value);
      }
    }
  }

  #memberOf(place: Place, name: string): Place {
    const known = place.members.get(name);
    if (known !== undefined) return known;
    const member: Place = { names: [...place.names, name], members: new Map(), index: undefined };
    place.members.set(name, member);
    return member;
  }

  #indexOf(place: Place): number | undefined {
    if (place.index === undefined && this.#places.length < MOST_COLUMNS) {
      place.index = this.#places.push(place) - 1;
    }
    if (place.index === undefined) this.overflows = true;
    return place.index;
  }
}

/**
 * Headings for columns: the names with dots between them. A heading that is already taken gets a number behind it,
 * so that `a.b` by name and `b` inside `a` stay apart.
 */
export function headingsOf(paths: readonly (readonly string[])[]): string[] {
  const taken = new Set<string>();
  return paths.map((names) => {
    const plain = fitText(names.join('.') || NAMELESS, LONGEST_HEADING);
    let heading = plain;
    for (let count = 2; taken.has(heading); count += 1) heading = `${plain} (${count})`;
    taken.add(heading);
    return heading;
  });
}
