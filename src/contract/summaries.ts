import * as v from 'valibot';
import { PASTED } from './connection';
import { addresses, choicesOf, choose, field, REVISION, SAVED_ID } from './form';
import { HOURS } from './schedule';

/** One page about the whole report, or one for each of its venues. */
export const SPLITS = choicesOf({
  all: ['One page for all', 'The whole report, with the venues where most people are missing.'],
  venue: ['One page for each venue', 'An email for each venue, at most 20.'],
});

/** The days of a month that a summary email may go on: every month has them. */
const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => ({
  value: at + 1,
  label: `Day ${at + 1} of the month`,
}));

/** A summary email to save; `id` is null for a new one. It may go nowhere yet: a preview needs no address. */
export const SUMMARY_FORM = v.object({
  id: v.nullable(SAVED_ID),
  revision: REVISION,
  /** Whose rows it shows: the ID of a saved report. */
  report: field(SAVED_ID, { control: 'list', label: 'Report to send' }),
  to: addresses('Send to', 10, 'Up to 10 addresses, separated by commas.'),
  every: choose('Every', choicesOf({ week: 'Week', month: 'Month' }), { follow: { day: 1 } }),
  /** Of a week 1 is Monday, 7 is Sunday; of a month 1 to 28. */
  day: choose('On', MONTH_DAYS),
  hour: choose('After', HOURS, {
    hint: 'Sent by the first run after this hour, and tried again for 24 hours.',
  }),
  split: choose('Pages', SPLITS, { control: 'radios' }),
  /**
   * The webhook of a space of Google Chat, or `''` for none. Only the script knows which host it must have. It travels in
   * this direction only.
   */
  chat: field(v.exactOptional(PASTED, ''), {
    control: 'secret',
    label: 'Google Chat webhook',
    hint: 'Optional. In the Chat space: Apps and integrations, Webhooks. It is never shown again.',
    shownWith: ['allowsChat', true],
  }),
  /** Whether the webhook that is saved stays where none is typed. */
  keepsChat: field(v.exactOptional(v.boolean(), false), {
    control: 'check',
    label: 'Keep sending to the Chat space',
    hint: 'Type another webhook above to change the space.',
    shownWith: ['hasChat', true],
  }),
});

/** The same to be saved: it goes somewhere. */
export const SAVED_SUMMARY_FORM = v.pipe(
  SUMMARY_FORM,
  v.forward(
    v.check(
      ({ to, chat, keepsChat }) => to.length > 0 || chat !== '' || keepsChat,
      'Enter an email address.',
    ),
    ['to'],
  ),
);

/** What a person chooses for a summary email. */
export type SummaryForm = Readonly<v.InferOutput<typeof SUMMARY_FORM>>;
