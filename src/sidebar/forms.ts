import * as v from 'valibot';
import { ALERT_FORM, type AlertForm } from '../contract/alerts';
import { CONNECTION_FORM, type ConnectionForm, REGIONS, type Region } from '../contract/connection';
import { SAVED_ID, UNREADABLE } from '../contract/form';
import { type ReportForm, reportForm } from '../contract/reports';
import { SCHEDULE_FORM, type ScheduleForm } from '../contract/schedule';
import { ReportError } from '../employer-api/errors';

/** Reads a region. @throws {ReportError} `invalid_settings` */
export function readRegion(input: unknown): Region {
  return read(v.picklist(REGIONS, 'Choose a region.'), input);
}

/** Reads a connection form. @throws {ReportError} `invalid_settings`, naming the first field that is wrong. */
export function readConnectionForm(input: unknown): ConnectionForm {
  return read(CONNECTION_FORM, input);
}

/**
 * Reads a report form; what may be blank may be left out. Whether the criteria and the columns mean anything is for
 * the report itself to find out.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function readReportForm(input: unknown): ReportForm {
  return read(reportForm(), input);
}

/** Reads a schedule form. @throws {ReportError} `invalid_settings` */
export function readScheduleForm(input: unknown): ScheduleForm {
  return read(SCHEDULE_FORM, input);
}

/**
 * Reads an alert form. Without an address it keeps the one it has; a new one takes that of the schedule.
 *
 * @throws {ReportError} `invalid_settings`, naming the first field that is wrong.
 */
export function readAlertForm(input: unknown): AlertForm {
  return read(ALERT_FORM, input);
}

/** Reads the ID of something saved. @throws {ReportError} `invalid_settings` */
export function readSavedId(input: unknown): string {
  return read(SAVED_ID, input);
}

/** Reads what the page sent by a schema. @throws {ReportError} `invalid_settings`, with the first problem as its sentence. */
export function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input, UNREADABLE);
  if (parsed.success) return parsed.output;
  throw new ReportError('invalid_settings', { sentence: parsed.issues[0].message });
}
