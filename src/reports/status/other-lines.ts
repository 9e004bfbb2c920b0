import * as v from 'valibot';
import { parseJson } from '../../employer-api/text';

const LINE = v.object({
  /** Shown in the column REPORT. */
  name: v.string(),
  state: v.picklist(['OK', 'UNFINISHED', 'FAILED']),
  /** When its newest run ended. Milliseconds since 1970. */
  at: v.number(),
  message: v.string(),
});

/** A line of the status sheet that is not of a report. */
export type OtherLine = Readonly<v.InferOutput<typeof LINE>>;

/** Reads the lines from the property `lines`; what cannot be read counts as none. */
export function parseOtherLines(text: string | undefined): readonly OtherLine[] {
  const stored = v.safeParse(v.array(LINE), parseJson(text ?? ''));
  return stored.success ? stored.output : [];
}

/** The text to store, with one line replaced or added. */
export function withOtherLine(text: string | undefined, line: OtherLine): string {
  const lines = parseOtherLines(text);
  const isKnown = lines.some(({ name }) => name === line.name);
  const after = isKnown ? lines.map((one) => (one.name === line.name ? line : one)) : [...lines, line];
  return JSON.stringify(after);
}

/** The text to store, without one line; `''` if none is left. */
export function withoutOtherLine(text: string | undefined, name: string): string {
  const left = parseOtherLines(text).filter((line) => line.name !== name);
  return left.length === 0 ? '' : JSON.stringify(left);
}
