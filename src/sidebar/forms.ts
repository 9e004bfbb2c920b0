import * as v from 'valibot';
import { isEmployer } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import type { ConnectionForm, ReportForm, ScheduleForm } from './contract';
import { PERIOD_CHOICES } from './contract';

/*
 * What the page sends is as hostile as anything else that can be called from a browser console: every form is
 * checked here again, with no member more than the contract has.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f]*$/;

const CONNECTION = v.strictObject({
  region: v.picklist(['US', 'UK'], 'Choose a region'),
  clientId: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[\x20-\x7e]{1,200}$/, 'Enter the client ID as it was given to you'),
  ),
  clientSecret: v.pipe(
    v.string(),
    v.minLength(1, 'Enter the client secret'),
    v.maxLength(500, 'Enter the client secret: this is longer than 500 characters'),
    v.regex(NO_CONTROL_CHARACTERS, 'Enter the client secret without line breaks'),
  ),
  employer: v.pipe(v.string(), v.trim(), v.check(isEmployer, 'Enter me or a numeric employer ID')),
  audience: v.picklist(['everyone', 'me'], 'Choose who can use this connection'),
});

const REPORT = v.strictObject({
  id: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
  period: v.picklist(PERIOD_CHOICES, 'Choose a period'),
  from: v.pipe(v.string(), v.maxLength(10)),
  to: v.pipe(v.string(), v.maxLength(10)),
  sheet: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Name the sheet'),
    v.maxLength(100, 'Name the sheet with at most 100 characters'),
    v.regex(NO_CONTROL_CHARACTERS, 'Name the sheet without line breaks'),
    v.regex(/^[^:\\/?*[\]]*$/, 'Name the sheet without : \\ / ? * [ or ]'),
  ),
});

const SCHEDULE = v.strictObject({
  every: v.picklist(['off', 'hour', 'day'], 'Choose how often to refresh'),
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
});

const REPORT_ID = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** @throws {ReportError} `invalid_settings`, naming the first field that is wrong. */
export function readConnectionForm(input: unknown): ConnectionForm {
  return read(CONNECTION, input);
}

/** @throws {ReportError} `invalid_settings` */
export function readReportForm(input: unknown): ReportForm {
  return read(REPORT, input);
}

/** @throws {ReportError} `invalid_settings` */
export function readScheduleForm(input: unknown): ScheduleForm {
  return read(SCHEDULE, input);
}

/** @throws {ReportError} `invalid_settings` */
export function readReportId(input: unknown): string {
  return read(REPORT_ID, input);
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const message = parsed.issues[0].message;
  // valibot's own messages repeat what was entered; ours do not.
  const sentence = /^(Enter|Choose|Name) /.test(message)
    ? message
    : 'Check what you entered: a field is missing or is not one of the choices';
  throw new ReportError('invalid_settings', { sentence });
}
