import * as v from 'valibot';
import {
  type ConnectionForm,
  LONGEST_CLIENT_ID,
  LONGEST_CLIENT_SECRET,
  PRINTABLE_ASCII,
  type Region,
  trimPasted,
} from '../contract/connection';
import {
  FORBIDDEN_IN_SHEET_NAME,
  GROUP_CHOICES,
  LONGEST_CRITERIA,
  LONGEST_SHEET_NAME,
  MOST_GROUPS,
  PERIOD_CHOICES,
  type ReportForm,
} from '../contract/reports';
import { LONGEST_EMAIL, PLAIN_EMAIL, type ScheduleForm } from '../contract/schedule';
import { isEmployer } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';

/*
 * What the page sends is as hostile as anything else that can be called from a browser console: every form is
 * checked here again, with no member more than the contract has.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f]*$/;

/** Something that an eye can see: neither a space, of whatever width, nor a sign for the layout of text. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const INVISIBLE = 'without line breaks, tabs or other characters that cannot be seen';

const REGION = v.picklist(['US', 'UK'], 'Choose a region');

const CLIENT_ID = 'Enter the client ID as it was given to you';

const CONNECTION = v.strictObject({
  region: REGION,
  clientId: v.pipe(
    v.string(),
    v.transform(trimPasted),
    v.minLength(1, CLIENT_ID),
    v.maxLength(LONGEST_CLIENT_ID, CLIENT_ID),
    v.regex(PRINTABLE_ASCII, CLIENT_ID),
  ),
  clientSecret: v.pipe(
    v.string(),
    v.transform(trimPasted),
    v.minLength(1, 'Enter the client secret'),
    v.maxLength(
      LONGEST_CLIENT_SECRET,
      `Enter the client secret: this is longer than ${LONGEST_CLIENT_SECRET} characters`,
    ),
    v.regex(NO_CONTROL_CHARACTERS, `Enter the client secret ${INVISIBLE}`),
  ),
  employer: v.pipe(
    v.string(),
    v.transform(trimPasted),
    v.check(isEmployer, 'Enter me or a numeric employer ID'),
  ),
  audience: v.picklist(['everyone', 'me'], 'Choose who can use this connection'),
});

/** Text that is blank unless it is given. */
function optionalText(field: string) {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(
        LONGEST_CRITERIA,
        `Enter less for ${field}: at most ${LONGEST_CRITERIA} characters are taken`,
      ),
      v.regex(NO_CONTROL_CHARACTERS, `Enter ${field} ${INVISIBLE}`),
    ),
    '',
  );
}

/** What a report, or anything else that was saved, is known by. */
export const SAVED_ID = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

const GROUP_BY = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform(splitList),
  v.array(v.picklist(GROUP_CHOICES, `Choose what to group by: ${GROUP_CHOICES.join(', ')}`)),
  v.maxLength(MOST_GROUPS, `Choose at most ${MOST_GROUPS} to group by`),
  v.check((keys) => new Set(keys).size === keys.length, 'Choose each only once to group by'),
  v.transform((keys) => keys.join(', ')),
);

const REPORT = v.pipe(
  v.strictObject({
    id: v.nullable(SAVED_ID),
    report: v.exactOptional(
      v.picklist(['shift_fulfilment', 'shift_fulfilment_aggregated'], 'Choose a report'),
      'shift_fulfilment',
    ),
    period: v.picklist(PERIOD_CHOICES, 'Choose a period'),
    from: v.pipe(v.string(), v.maxLength(10)),
    to: v.pipe(v.string(), v.maxLength(10)),
    venue: optionalText('the venue'),
    area: optionalText('the area'),
    role: optionalText('the job title'),
    groupBy: v.exactOptional(GROUP_BY, ''),
    columns: optionalText('the columns'),
    sheet: v.pipe(
      v.string(),
      v.trim(),
      v.regex(VISIBLE, 'Name the sheet'),
      v.maxLength(LONGEST_SHEET_NAME, `Name the sheet with at most ${LONGEST_SHEET_NAME} characters`),
      v.regex(NO_CONTROL_CHARACTERS, `Name the sheet ${INVISIBLE}`),
      v.check((name) => !FORBIDDEN_IN_SHEET_NAME.test(name), 'Name the sheet without : \\ / ? * [ or ]'),
    ),
    mode: v.exactOptional(
      v.picklist(['replace', 'history'], 'Choose what happens when refreshed'),
      'replace',
    ),
  }),
  v.check(
    ({ report, mode }) => report === 'shift_fulfilment' || mode === 'replace',
    'Choose Replace: history is kept by day, and grouped figures have no days of their own',
  ),
);

const ONE_EMAIL = 'Enter one e-mail address, or none';

/** One address, or none. */
export const EMAIL = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST_EMAIL, ONE_EMAIL),
  v.check((email) => email === '' || PLAIN_EMAIL.test(email), ONE_EMAIL),
);

const SCHEDULE = v.strictObject({
  every: v.picklist(['off', 'hour', 'day', 'week'], 'Choose how often to refresh'),
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  weekday: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)), 1),
  email: v.exactOptional(EMAIL),
});

/** Reads a region. @throws {ReportError} `invalid_settings` */
export function readRegion(input: unknown): Region {
  return read(REGION, input);
}

/** Reads a connection form. @throws {ReportError} `invalid_settings`, naming the first field that is wrong. */
export function readConnectionForm(input: unknown): ConnectionForm {
  return read(CONNECTION, input);
}

/**
 * Reads a report form; what may be blank may be left out. Whether the criteria and the columns mean anything is for
 * the report itself to find out.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function readReportForm(input: unknown): ReportForm {
  return read(REPORT, input);
}

/** Reads a schedule form. @throws {ReportError} `invalid_settings` */
export function readScheduleForm(input: unknown): ScheduleForm {
  return read(SCHEDULE, input);
}

/** Reads the ID of something saved. @throws {ReportError} `invalid_settings` */
export function readSavedId(input: unknown): string {
  return read(SAVED_ID, input);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Reads what the page sent by a schema. @throws {ReportError} `invalid_settings`, with its first sentence of ours. */
export function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const message = parsed.issues[0].message;
  // valibot's own messages repeat what was entered; ours do not.
  const sentence = /^(Enter|Choose|Name) /.test(message)
    ? message
    : 'Check what you entered: a field is missing or is not one of the choices';
  throw new ReportError('invalid_settings', { sentence });
}
