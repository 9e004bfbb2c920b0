import * as v from 'valibot';
import { trimPasted } from './connection';
import {
  addresses,
  choicesOf,
  type FormSpec,
  oneOf,
  REVISION,
  type ReportChoice,
  SAVED_ID,
  wholeNumber,
} from './form';
import { HOUR_OF_DAY, hourChoices, weekdayChoices } from './schedule';

const UNIT_LABELS = { week: 'Week', month: 'Month' } as const;

/** What a summary email is about: the last complete one. */
export type SummaryUnit = keyof typeof UNIT_LABELS;

/** One page about the whole report, or one for each of its venues, as people call it. */
export const SPLIT_LABELS = { all: 'One page for all', venue: 'One page for each venue' } as const;

/** The most addresses of a summary email. */
const MOST_SUMMARY_ADDRESSES = 10;

/** Every month has this day. */
const LAST_DAY_OF_MONTH = 28;

/** The days of a month that a summary email may go on. */
const monthDayChoices = () =>
  Array.from({ length: LAST_DAY_OF_MONTH }, (_, index) => ({
    value: index + 1,
    label: `Day ${index + 1} of the month`,
  }));

const DAY = 'Choose a day.';

/** A summary email to save; `id` is null for a new one. It may go nowhere yet: a preview needs no address. */
export const SUMMARY_FORM = v.pipe(
  v.strictObject({
    id: v.nullable(SAVED_ID),
    /** Whose rows it shows: the ID of a saved report. */
    report: v.config(SAVED_ID, { message: 'Choose a report.' }),
    /** Addresses of the saved summary email may stay as the sidebar shows them. */
    to: addresses(MOST_SUMMARY_ADDRESSES),
    every: oneOf(UNIT_LABELS, 'Choose how often.'),
    /** Of a week 1 is Monday, 7 is Sunday; of a month 1 to 28. */
    day: wholeNumber(1, LAST_DAY_OF_MONTH, DAY),
    /** From 0 to 23: it goes with the first scheduled run from then on. */
    hour: HOUR_OF_DAY,
    revision: REVISION,
    split: oneOf(SPLIT_LABELS, 'Choose one page for all, or one for each venue.'),
    /**
     * The webhook of a space of Google Chat, or `''` for none. Only the script knows which host it must have. It travels in
     * this direction only.
     */
    chat: v.exactOptional(v.pipe(v.string(), v.transform(trimPasted)), ''),
    /** Whether the webhook that is saved stays where none is typed. */
    keepsChat: v.exactOptional(v.boolean(), false),
  }),
  v.forward(
    v.check(({ every, day }) => every === 'month' || day <= 7, DAY),
    ['day'],
  ),
);

/** What a person chooses for a summary email. */
export type SummaryForm = Readonly<v.InferOutput<typeof SUMMARY_FORM>>;

/** The same as typed. */
export type SummaryFields = Readonly<v.InferInput<typeof SUMMARY_FORM>>;

/** What the form depends on besides: the reports, whether the build allows chat, and the summary email as it is saved. */
export interface SummarySeen {
  readonly reports: readonly ReportChoice[];
  readonly allowsChat: boolean;
  readonly hasChat: boolean;
}

/** The form of a summary email. */
export const SUMMARY_FIELDS: FormSpec<SummaryFields, SummarySeen> = {
  report: {
    control: 'list',
    label: 'Report to send',
    choices: (_, { reports }) => reports.map(({ id, sheet }) => ({ value: id, label: sheet })),
  },
  to: {
    control: 'email',
    label: 'Send to',
    hint: () => `Up to ${MOST_SUMMARY_ADDRESSES} addresses, separated by commas.`,
  },
  every: {
    control: 'list',
    label: 'Every',
    choices: () => choicesOf(UNIT_LABELS),
    follow: { day: 1 },
  },
  day: {
    control: 'list',
    label: 'On',
    choices: ({ every }) => (every === 'week' ? weekdayChoices() : monthDayChoices()),
  },
  hour: {
    control: 'list',
    label: 'After',
    choices: hourChoices,
    hint: 'Sent by the first run after this hour, and tried again for 24 hours.',
  },
  split: {
    control: 'radios',
    label: 'Pages',
    choices: () =>
      choicesOf(SPLIT_LABELS, {
        all: 'The whole report, with the venues where most people are missing.',
        venue: 'An email for each venue, at most 20.',
      }),
  },
  chat: {
    control: 'secret',
    label: 'Google Chat webhook',
    hint: 'Optional. In the Chat space: Apps and integrations, Webhooks. It is never shown again.',
    isShown: (_, { allowsChat }) => allowsChat,
  },
  keepsChat: {
    control: 'check',
    label: 'Keep sending to the Chat space',
    hint: 'Type another webhook above to change the space.',
    isShown: (_, { hasChat }) => hasChat,
  },
};
