import * as v from 'valibot';

/*
 * The page checks a form before it sends it, and the script checks it again: what the page sends is as hostile as
 * anything else that can be called from a browser console. Both use the same schemas, which allow no member more than
 * a form has, and so the same sentences. A form travels as it is typed.
 */

/** One entry of a list, or one radio button; its hint says what follows from it. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A saved report to choose from a list. */
export interface ReportChoice {
  readonly id: string;
  readonly sheet: string;
}

/** The first and the last day that a form takes. Days written YYYY-MM-DD sort as text. */
export const [FIRST_DAY, LAST_DAY] = ['1990-01-01', '2100-12-31'] as const;

/** Entries that are listed as they stand, by their values. @param hints By the same values. */
export function choicesOf(
  labels: Readonly<Record<string, string>>,
  hints: Readonly<Record<string, string>> = {},
): readonly Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label, hint: hints[value] }));
}

/** Checks that a whole number is one of these. */
export function wholeNumber(first: number, last: number, problem: string) {
  return v.pipe(v.number(problem), v.integer(problem), v.minValue(first, problem), v.maxValue(last, problem));
}

/** Checks that a value is one of those that are listed. @param problem What else to say. */
export function oneOf<Value extends string>(labels: Readonly<Record<Value, unknown>>, problem: string) {
  return v.picklist(Object.keys(labels) as Value[], problem);
}

/**
 * How one field of a form is drawn.
 *
 * `text`: offers `choices`, if there are any, and takes others; `check`: to choose or not; `checks`: any of `choices`;
 * `names`: several names, separated by semicolons, which `choices` offers; `ordered`: the same, separated by commas, where
 * the order counts; `secret`: what is typed stays in its control and never becomes part of the page's state.
 */
export interface FieldSpec<Fields, Seen> {
  readonly control:
    | 'text'
    | 'email'
    | 'decimal'
    | 'date'
    | 'list'
    | 'radios'
    | 'check'
    | 'checks'
    | 'secret'
    | 'names'
    | 'ordered';
  readonly label: string;
  readonly hint?: string | ((fields: Fields, seen: Seen) => string);
  readonly choices?: (fields: Fields, seen: Seen) => readonly Choice[];
  /** What names stand for while none is chosen. @default All */
  readonly blank?: string;
  /** What it seldom differs from: the field stands behind *More options*, which is open where it does. */
  readonly usual?: unknown;
  /** @default always */
  readonly isShown?: (fields: Fields, seen: Seen) => boolean;
  /** What changes with it. */
  readonly follow?: Partial<Fields>;
}

/** The fields of a form in their order. `Seen`: what they depend on besides what is typed. */
export type FormSpec<Fields, Seen = unknown> = {
  readonly [Name in keyof Fields]?: FieldSpec<Fields, Seen>;
};

/** The sentence about what no form of the page can hold. Unlike those of valibot, it repeats nothing that was entered. */
export const UNREADABLE = {
  message: 'Check what you entered: a field is missing or is not one of the choices.',
};

/** Reads a form. @returns It, or null and one sentence for each field that needs a correction. */
export function checkForm<Schema extends v.GenericSchema>(schema: Schema, fields: unknown) {
  const problems: Record<string, string> = {};
  const parsed = v.safeParse(schema, fields, UNREADABLE);
  if (parsed.success) return { form: parsed.output, problems };
  for (const { path, message } of [...parsed.issues].reverse()) problems[String(path?.[0].key)] = message;
  return { form: null, problems };
}

/** Text without control characters. */
export const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;

/** What a report, or anything else that was saved, is known by. */
export const SAVED_ID = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** RFC 5321 section 4.5.3.1.3. */
const LONGEST_EMAIL = 254;

/** Plain ASCII: no list, no name beside it, nothing that could end a header line. */
const PLAIN_EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** An address as the sidebar shows it: `a…@employer.example`. */
const MASKED = /^.\u2026@[^\s@\u2026]+$/u;

/** Whether a text is one complete email address, or stands for the saved one that looks so. */
export function isAddress(text: string): boolean {
  return (text.length <= LONGEST_EMAIL && PLAIN_EMAIL.test(text)) || MASKED.test(text);
}

/** Addresses as people separate them. */
export function addressesIn(text: string): string[] {
  return text.split(/[,;\s]+/).filter((address) => address !== '');
}

const ADDRESSES = 'Enter complete email addresses, separated by commas.';

/** Several addresses as one text. */
export function addresses(most: number) {
  return v.pipe(
    v.string(ADDRESSES),
    v.transform(addressesIn),
    v.check((all) => all.every(isAddress), ADDRESSES),
    v.maxLength(most, `Enter at most ${most} email addresses.`),
  );
}

/**
 * The revision with which a form began: a save with another one is refused, because someone has saved since.
 *
 * @default not looked at
 */
export const REVISION = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
