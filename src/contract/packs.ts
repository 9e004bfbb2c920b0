import * as v from 'valibot';
import { isEmail, SAVED_ID } from './form';

/** What a pack is about: the last complete one. */
export const PACK_UNITS = ['week', 'month'] as const;

/** One of `PACK_UNITS`. */
export type PackUnit = (typeof PACK_UNITS)[number];

/** One page about the whole report, or one for each of its venues. */
export const PACK_SPLITS = ['all', 'venue'] as const;

/** The most addresses of a pack. */
export const MOST_PACK_ADDRESSES = 10;

/** Every month has this day. */
const LAST_DAY_OF_MONTH = 28;

const ADDRESS = 'Enter complete email addresses, separated by commas.';
const NO_ADDRESS = 'Enter at least one email address.';
const MANY_ADDRESSES = `Enter at most ${MOST_PACK_ADDRESSES} email addresses.`;
const DAY = 'Choose a day.';
const HOUR = 'Choose a full hour from 00:00 to 23:00.';

/** An address as the sidebar shows it: `a…@employer.example`. */
const MASKED = /^.\u2026@[^\s@\u2026]+$/u;

/** A pack to save; `id` is null for a new one. */
export const PACK_FORM = v.pipe(
  v.strictObject({
    id: v.nullable(SAVED_ID),
    /** Whose rows it shows: the ID of a saved report. */
    report: v.config(SAVED_ID, { message: 'Choose a report.' }),
    /** Whole addresses; those of the saved pack may stay as the sidebar shows them, in their order. */
    to: v.pipe(
      v.array(
        v.pipe(
          v.string(ADDRESS),
          v.trim(),
          v.check((text) => isEmail(text) || MASKED.test(text), ADDRESS),
        ),
      ),
      v.minLength(1, NO_ADDRESS),
      v.maxLength(MOST_PACK_ADDRESSES, MANY_ADDRESSES),
    ),
    every: v.picklist(PACK_UNITS, 'Choose how often.'),
    /** Of a week 1 is Monday, 7 is Sunday; of a month 1 to 28. */
    day: v.pipe(v.number(DAY), v.integer(DAY), v.minValue(1, DAY), v.maxValue(LAST_DAY_OF_MONTH, DAY)),
    /** From 0 to 23: it goes with the first scheduled run from then on. */
    hour: v.pipe(v.number(HOUR), v.integer(HOUR), v.minValue(0, HOUR), v.maxValue(23, HOUR)),
    split: v.picklist(PACK_SPLITS, 'Choose one page for all, or one for each venue.'),
  }),
  v.forward(
    v.check(({ every, day }) => every === 'month' || day <= 7, DAY),
    ['day'],
  ),
);

/** What a person chooses for a pack. */
export type PackForm = Readonly<v.InferOutput<typeof PACK_FORM>>;

/** A pack as it is kept, and when it goes. Addresses are hidden for the most part: `a…@employer.example`. */
export interface PackView extends Omit<PackForm, 'id'> {
  readonly id: string;
  /** When it goes next or why it does not, in one sentence or a few. */
  readonly sentence: string;
  /** Whether someone has to do something before it goes. */
  readonly isBlocked: boolean;
}

/** What a pack would say now. */
export interface PackPreview {
  readonly subject: string;
  /** Its plain text; parts are separated by blank lines. */
  readonly text: string;
}
