import * as v from 'valibot';
import { choicesOf, choose, field, NO_CONTROL_CHARACTERS } from './form';

/** The two regions of the service. Specification section 1. */
export const REGIONS = ['US', 'UK'] as const;

/** One of `REGIONS`. */
export type Region = (typeof REGIONS)[number];

/** Who may use a connection: everyone who edits the spreadsheet, or one person. */
export const AUDIENCES = choicesOf({
  everyone: ['Everyone who edits this spreadsheet', 'They can run reports, but can\u2019t read the secret.'],
  me: ['Only me', 'Only you can refresh with it. Formulas work only if you own this spreadsheet.'],
});

/** One of `AUDIENCES`. */
export type Audience = (typeof AUDIENCES)[number]['value'];

/**
 * Text without what was pasted around it: spaces of any width, tabs, line breaks and zero-width characters.
 *
 * RFC 6749 appendix A.2 lets a secret begin or end with a space. People paste such a space far more often than a server
 * issues one, and cannot see it, so it is always removed.
 */
export const PASTED = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')),
);

/** Takes a client ID or a secret: text that was pasted, with at most `longest` characters. */
function credential(name: string, longest: number) {
  const problem = `Enter the ${name} with at most ${longest} characters, none of them a control character.`;
  return v.pipe(
    PASTED,
    v.regex(/./, `Enter the ${name}.`),
    v.maxLength(longest, problem),
    v.regex(NO_CONTROL_CHARACTERS, problem),
  );
}

/** What may stand for `{employer}` in a path: `me`, or a positive whole number of up to 18 digits. */
export const EMPLOYER = /^(?:me|[1-9]\d{0,17})$/;

/** What a person types to connect. The secret travels in this direction only. */
export const CONNECTION_FORM = v.object({
  region: choose('Region', choicesOf<Region>({ US: 'US', UK: 'UK' }), { control: 'radios' }),
  clientId: field(credential('client ID', 200), { control: 'text', label: 'Client ID' }),
  clientSecret: field(credential('client secret', 500), {
    control: 'secret',
    label: 'Client secret',
    hint: 'Spaces around it are removed. Not shown here again.',
  }),
  /** `me`, or the numeric employer ID. */
  employer: field(
    v.pipe(
      PASTED,
      v.transform((text) => (/^me$/i.test(text) ? 'me' : text)),
      v.regex(EMPLOYER, 'Enter me, or a numeric employer ID such as 4821.'),
    ),
    {
      control: 'text',
      label: 'Employer',
      hint: 'Leave \u201cme\u201d for your own employer, or enter an employer ID.',
    },
  ),
  audience: choose('Who can use this connection', AUDIENCES, { control: 'radios' }),
});
