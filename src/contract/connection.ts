import * as v from 'valibot';
import { choicesOf, type FormSpec, NO_CONTROL_CHARACTERS, oneOf } from './form';

/** The two regions of the service. Specification section 1. */
export const REGIONS = ['US', 'UK'] as const;

/** One of `REGIONS`. */
export type Region = (typeof REGIONS)[number];

/** Who may use a connection, as people call it: its reports are everyone's who edits the spreadsheet, or one person's. */
export const AUDIENCE_LABELS = { everyone: 'Everyone who edits this spreadsheet', me: 'Only me' };

/** Whose reports run with a connection. */
export type Audience = keyof typeof AUDIENCE_LABELS;

const [LONGEST_CLIENT_ID, LONGEST_CLIENT_SECRET] = [200, 500];
const CLIENT_ID = `Enter the client ID with at most ${LONGEST_CLIENT_ID} letters, digits and signs, without accents.`;
const CLIENT_SECRET = `Enter the client secret with at most ${LONGEST_CLIENT_SECRET} characters, none of them a control character.`;

/** RFC 6749 appendix A.1: a client ID is made of VSCHAR, which is printable ASCII. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** What a person types to connect. The secret travels in this direction only. */
export const CONNECTION_FORM = v.strictObject({
  region: v.picklist(REGIONS, 'Choose a region.'),
  clientId: v.pipe(
    v.string(),
    v.transform(trimPasted),
    v.minLength(1, 'Enter the client ID.'),
    v.maxLength(LONGEST_CLIENT_ID, CLIENT_ID),
    v.regex(PRINTABLE_ASCII, CLIENT_ID),
  ),
  clientSecret: v.pipe(
    v.string(),
    v.transform(trimPasted),
    v.minLength(1, 'Enter the client secret.'),
    v.maxLength(LONGEST_CLIENT_SECRET, CLIENT_SECRET),
    v.regex(NO_CONTROL_CHARACTERS, CLIENT_SECRET),
  ),
  /** `me`, or the numeric employer ID. */
  employer: v.pipe(
    v.string(),
    v.transform(trimPasted),
    v.transform((text) => (/^me$/i.test(text) ? 'me' : text)),
    v.check(isEmployer, 'Enter me, or a numeric employer ID such as 4821.'),
  ),
  audience: oneOf(AUDIENCE_LABELS, 'Choose who can use this connection.'),
});

/** What a person types to connect. */
export type ConnectionForm = Readonly<v.InferOutput<typeof CONNECTION_FORM>>;

/** Whether text may stand for `{employer}` in a path: `me`, or a positive whole number of up to 18 digits. */
export function isEmployer(text: string): boolean {
  return text === 'me' || /^[1-9]\d{0,17}$/.test(text);
}

/** What pasting adds: spaces of any width, tabs, line breaks and zero-width characters. */
const PASTED_AROUND = /[\s\p{Cf}]/u;

/**
 * Removes what was pasted around a client ID, a secret or an employer; what is inside stays.
 *
 * RFC 6749 appendix A.2 lets a secret begin or end with a space. People paste such a space far more often than a server
 * issues one, and cannot see it, so it is always removed.
 */
export function trimPasted(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && PASTED_AROUND.test(text.charAt(from))) from += 1;
  while (to > from && PASTED_AROUND.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** The form that connects. `isBound`: whoever edits the spreadsheet can also edit the script. */
export const CONNECTION_FIELDS: FormSpec<ConnectionForm, { readonly isBound: boolean }> = {
  region: {
    control: 'radios',
    label: 'Region',
    choices: () => REGIONS.map((value) => ({ value, label: value })),
  },
  clientId: { control: 'text', label: 'Client ID' },
  clientSecret: {
    control: 'secret',
    label: 'Client secret',
    hint: 'Spaces around it are removed. For security, it is never shown again.',
  },
  employer: {
    control: 'text',
    label: 'Employer',
    hint: 'Leave \u201cme\u201d for your own employer, or enter an employer ID.',
  },
  audience: {
    control: 'radios',
    label: 'Who can use this connection',
    choices: (_, { isBound }) =>
      choicesOf(AUDIENCE_LABELS, {
        everyone: isBound
          ? 'They can run reports. They can also read the secret, because they can edit the script.'
          : 'They can run reports, but can\u2019t read the secret.',
        me: 'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
      }),
  },
};
