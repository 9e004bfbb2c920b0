import * as v from 'valibot';
import { parseJson, utf8Length } from '../../employer-api/text';
import { LINE_VALUES, type TargetLine } from '../../figures/weekly-plan';
import { PROPERTY_BYTES } from '../../limits';
import type { ReadTargets } from '../../targets/read-targets';
import type { TextPacker } from '../ports';

/** What refreshes keep of the targets sheet, in one document property: formulas should not read another sheet. */
export interface KeptTargets extends ReadTargets {
  /** The sheet that was read, by its ID: it may be renamed. */
  readonly sheetId: number;
  /** A hash of the values that were read: as long as they stay, formats and merged cells are not read again. */
  readonly seen: string;
  /** The number format of money on the sheet; empty where no cell holds any. */
  readonly moneyFormat: string;
}

const NAME = v.nullable(v.string());
const NUMBER = v.nullable(v.number());
/** A line as an array, because names of fields would take most of the room. */
const LINE = v.tuple([v.number(), NAME, NAME, NAME, NUMBER, NUMBER, v.string(), NUMBER, v.array(NUMBER)]);
const KEPT = v.object({
  version: v.literal(1),
  sheetId: v.number(),
  seen: v.string(),
  moneyFormat: v.string(),
  lines: v.array(LINE),
  mistakes: v.array(v.string()),
});

/** The most mistakes that are kept; one more sentence counts the others. */
const KEPT_MISTAKES = 20;

/**
 * The text of the property `targets`: at most 8,000 bytes. Long lists are packed. Lists that are too long even so are not
 * kept, and a sentence says so.
 */
export function formatTargets(kept: KeptTargets, packer: TextPacker): string {
  const more = kept.mistakes.length - KEPT_MISTAKES;
  const mistakes = [
    ...kept.mistakes.slice(0, KEPT_MISTAKES),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'mistake is' : 'mistakes are'} not listed.`] : []),
  ];
  const text = textOf({ ...kept, mistakes });
  if (isShort(text)) return text;
  const packed = packer.pack(text);
  if (isShort(packed)) return packed;
  const tooLong =
    'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';
  return textOf({ ...kept, lines: [], mistakes: [tooLong] });
}

/** Reads the property `targets`; `undefined` where there is no targets sheet. */
export function parseTargets(text: string | undefined, packer: TextPacker): KeptTargets | undefined {
  if (!text) return undefined;
  const stored = v.safeParse(KEPT, parseJson(text.startsWith('{') ? text : (packer.unpack(text) ?? '')));
  if (!stored.success) return undefined;
  const { sheetId, seen, moneyFormat, lines, mistakes } = stored.output;
  return { sheetId, seen, moneyFormat, lines: lines.map(lineFrom), mistakes };
}

function textOf({ sheetId, seen, moneyFormat, lines, mistakes }: KeptTargets): string {
  return JSON.stringify({ version: 1, sheetId, seen, moneyFormat, lines: lines.map(stored), mistakes });
}

function stored(line: TargetLine): v.InferInput<typeof LINE> {
  const { venue, area, role, from, to, measure, target } = line;
  return [line.line, venue, area, role, from, to, measure, target, LINE_VALUES.map((value) => line[value])];
}

function lineFrom([line, venue, area, role, from, to, measure, target, values]: v.InferOutput<
  typeof LINE
>): TargetLine {
  const [planPositions = null, planHours = null, ratePerHour = null, ...credits] = values;
  const [creditPerMissing = null, creditPerNoShow = null] = credits;
  const numbers = { planPositions, planHours, ratePerHour, creditPerMissing, creditPerNoShow };
  return { line, venue, area, role, from, to, measure, target, ...numbers };
}

function isShort(text: string): boolean {
  return utf8Length(text) <= PROPERTY_BYTES;
}
