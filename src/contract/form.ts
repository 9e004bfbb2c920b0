import * as v from 'valibot';

/*
 * A form is one declaration: an object whose members say, in the order in which the page shows them, what each takes and how
 * it is drawn. The page checks a form before it sends it, and the script checks it again: what the page sends is as hostile
 * as anything else that can be called from a browser console. A form that is saved may have no other member. It travels as it
 * is typed.
 */

/** One entry of a list, or one radio button; its hint says what follows from it. */
export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The first and the last day that a form takes. Days written YYYY-MM-DD sort as text. */
export const [FIRST_DAY, LAST_DAY] = ['1990-01-01', '2100-12-31'] as const;

/** Choices in the order of their values, each of which has a label, or a label and a hint. */
export function choicesOf<Value extends string>(
  labels: Readonly<Record<Value, string | readonly [label: string, hint: string]>>,
): readonly Choice<Value>[] {
  return (Object.keys(labels) as Value[]).map((value) => {
    const said = labels[value];
    return typeof said === 'string' ? { value, label: said } : { value, label: said[0], hint: said[1] };
  });
}

/** The label of a choice; of a value that is no choice, the value itself. */
export function labelOf<Value extends string | number>(
  choices: readonly Choice<Value>[],
  value: Value,
): string {
  return choices.find((choice) => choice.value === value)?.label ?? String(value);
}

/**
 * How one field of a form is drawn.
 *
 * `text`: offers `choices`, if there are any, and takes others; `check`: to choose or not; `checks`: any of `choices`;
 * `names`: several names, separated by semicolons, which `choices` offers; `ordered`: the same, separated by commas, where
 * the order counts; `secret`: what is typed stays in its control and never becomes part of the page's state.
 */
export interface FieldSpec {
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
  /** @default the hint of the choice that is made */
  readonly hint?: string;
  readonly choices?: readonly Choice[];
  /** Shown, but not to be changed. */
  readonly isFixed?: boolean;
  /** What names stand for while none is chosen. @default All */
  readonly blank?: string;
  /** What it seldom differs from: the field stands behind *More options*, which is open where it does. */
  readonly usual?: unknown;
  /** Another field, and the values of it with which this one is shown. @default always */
  readonly shownWith?: readonly [field: string, ...values: unknown[]];
  /** What other fields become when it changes. */
  readonly follow?: Readonly<Record<string, unknown>>;
}

interface Declared {
  readonly kind: 'schema';
  readonly spec?: FieldSpec;
}

/** The declaration of a form; members without a specification are not drawn. */
export type FormSchema = v.GenericSchema & {
  readonly entries: Readonly<Record<string, Declared & { readonly wrapped?: Declared }>>;
};

/** A form as a person fills it in. */
export type Typed<Form extends v.GenericSchema> = Readonly<v.InferInput<Form>>;

/** Declares one field of a form: what it takes, and how it is drawn. */
export function field<Schema extends v.GenericSchema>(schema: Schema, spec: FieldSpec) {
  return { ...schema, spec };
}

/** Declares a field that takes one of some choices, drawn as a list unless `spec` says otherwise. */
export function choose<Value extends string | number>(
  label: string,
  choices: readonly Choice<Value>[],
  spec: Partial<FieldSpec> = {},
) {
  const schema = v.picklist(choices.map(({ value }) => value));
  return field(schema, { control: 'list', label, choices, ...spec });
}

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

/** Plain ASCII: no list, no name beside it, nothing that could end a header line. RFC 5321 section 4.5.3.1.3 for its length. */
const PLAIN_EMAIL = /^(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Addresses as people separate them. */
export function addressesIn(text: string): string[] {
  return text.split(/[,;\s]+/).filter((address) => address !== '');
}

const ADDRESSES = 'Enter complete email addresses, separated by commas.';

/** Declares a field for several addresses as one text. */
export function addresses(label: string, most: number, hint: string, spec: Partial<FieldSpec> = {}) {
  const schema = v.pipe(
    v.string(ADDRESSES),
    v.transform(addressesIn),
    v.everyItem((text) => PLAIN_EMAIL.test(text), ADDRESSES),
    v.maxLength(most, `Enter at most ${most === 1 ? 'one email address' : `${most} email addresses`}.`),
  );
  return field(schema, { control: 'email', label, hint, ...spec });
}

/** The revision with which a form began: a save with another one is refused, because someone has saved since. */
export const REVISION = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
