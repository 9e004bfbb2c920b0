import * as v from 'valibot';
import { SAVED_ID, UNREADABLE } from '../contract/form';
import { ReportError } from '../employer-api/errors';

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
