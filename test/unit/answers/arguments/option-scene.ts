import {
  OPTIONS,
  type OptionName,
  type Options,
  readOptions,
} from '../../../../src/answers/arguments/options';

type OptionContext = Parameters<typeof readOptions>[2];

/** Every option there is. */
export const ALL = Object.keys(OPTIONS) as readonly OptionName[];

/** A formula in whose spreadsheet a `Date` falls on the day that its UTC clock shows. */
export const CONTEXT: OptionContext = {
  name: 'SHIFT_METRIC',
  dayOf: (date) => Math.floor(date.getTime() / 86_400_000) + 25_569,
};

/** Reads options of a formula that uses them all. */
export function read(...args: readonly unknown[]): Options {
  return readOptions(args, ALL, CONTEXT);
}

/** The one sentence with which arguments are refused, as a user mistake. */
export function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    const { name, code, message } = error as { name: string; code: string; message: string };
    if (name === 'ReportError' && code === 'invalid_option') return message;
    throw error;
  }
  throw new Error('The arguments were accepted');
}

/** The sentence with which options are refused by a formula that uses them all. */
export function sentence(...args: readonly unknown[]): string {
  return refusal(() => read(...args));
}

/** What options say besides their defaults; filters by what they keep of some values. */
export function said(options: Options): Record<string, unknown> {
  const defaults = read();
  const told = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof Options]),
  );
  return Object.fromEntries(told.map(([name, value]) => [name, name === 'filters' ? kept(options) : value]));
}

const SAMPLES = [
  'Grand Hotel, London',
  'Grand',
  'a=b',
  'Chef',
  'Monday',
  'Friday',
  '',
  0,
  5,
  92.5,
  46_082,
  null,
];

function kept({ filters }: Options): unknown {
  return filters.map(({ field, names, matches }) => ({ field, names, kept: SAMPLES.filter(matches) }));
}
