import { fits, voteOf } from '../../src/figures/definitions';
import { DEFINITIONS, type Definition, NUMBERS, type Quantity } from '../../src/figures/measures';
import { SeededRandom } from '../support/seeded-random';
import { publishRows, type Trade } from './published-rows';
import { LISTED_TRUTHS, servicesOf } from './services';

/** How groups of so many rows fare that are read by a definition, in percent. */
export interface GroupShares {
  /** Of the groups that are read by a false definition, those that show a figure more than a point off. */
  readonly falseShown: number;
  /** Of the groups that are read by their own definition, those that are withheld. */
  readonly soundWithheld: number;
}

/** Groups of so many rows of every service, read by each definition of their percentage. */
export function runGroups(size: number, trade: Trade, firstSeed: number): GroupShares {
  let [wrong, shown, sound, withheld] = [0, 0, 0, 0];
  servicesOf(LISTED_TRUTHS).forEach((service, at) => {
    const { numerator, denominator } = service.truth;
    const field = service.truth.field as keyof typeof DEFINITIONS;
    const rows = publishRows(service, trade, size, new SeededRandom(firstSeed + at));
    const read = (definition: Definition) => {
      const says = rows.map(voteOf(field, definition, 100));
      const of = says.filter((one) => one !== undefined).length;
      const sum = (of: Quantity) => rows.reduce((total, row) => total + (NUMBERS[of](row) || 0), 0);
      return {
        isShown: fits({ agree: says.filter(Boolean).length, of }),
        value: (100 * sum(definition.numerator)) / sum(definition.denominator),
      };
    };
    const isTrue = (one: Definition) => one.numerator === numerator && one.denominator === denominator;
    const all: readonly Definition[] = DEFINITIONS[field];
    const truth = read(all.find(isTrue) as Definition);
    sound += 1;
    withheld += Number(!truth.isShown);
    for (const definition of all.filter((one) => !isTrue(one))) {
      const { isShown, value } = read(definition);
      wrong += 1;
      shown += Number(isShown && Math.abs(value - truth.value) > 1);
    }
  });
  return { falseShown: (100 * shown) / wrong, soundWithheld: (100 * withheld) / sound };
}
