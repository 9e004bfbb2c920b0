import * as v from 'valibot';
import { parseStored } from '../../employer-api/text';
import { PROPERTY_BYTES } from '../../limits';
import type { ReadTargets } from '../../targets/read-targets';
import type { TextPacker } from '../ports';

const NAME = v.nullable(v.string());
const NUMBER = v.nullable(v.number());
const KEPT = v.object({
  /** The sheet that was read, by its ID: it may be renamed. */
  sheetId: v.number(),
  /** A hash of the values that were read: as long as they stay, formats and merged cells are not read again. Empty before. */
  seen: v.string(),
  /** The number format of money on the sheet; empty where no cell holds any. */
  moneyFormat: v.string(),
  lines: v.array(
    v.object({
      ...{ line: v.number(), venue: NAME, area: NAME, role: NAME, from: NUMBER, to: NUMBER },
      ...{ measure: v.string(), target: NUMBER, planPositions: NUMBER, planHours: NUMBER },
      ...{ ratePerHour: NUMBER, creditPerMissing: NUMBER, creditPerNoShow: NUMBER },
    }),
  ),
  mistakes: v.array(v.string()),
});

/** What refreshes keep of the targets sheet, in one document property: formulas should not read another sheet. */
export type KeptTargets = ReadTargets & Readonly<Omit<v.InferOutput<typeof KEPT>, keyof ReadTargets>>;

/** The most mistakes that are kept; one more sentence counts the others. */
const KEPT_MISTAKES = 20;

const TOO_LONG =
  'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';

/** The packed text of the property `targets`. Lists that are too long even so are not kept, and a sentence says so. */
export function formatTargets(kept: KeptTargets, packer: TextPacker): string {
  const more = kept.mistakes.length - KEPT_MISTAKES;
  const unlisted = `${more} more ${more === 1 ? 'mistake is' : 'mistakes are'} not listed.`;
  const mistakes = [...kept.mistakes.slice(0, KEPT_MISTAKES), ...(more > 0 ? [unlisted] : [])];
  const packed = packer.pack(JSON.stringify({ ...kept, mistakes }));
  if (packed.length <= PROPERTY_BYTES) return packed;
  return packer.pack(JSON.stringify({ ...kept, lines: [], mistakes: [TOO_LONG] }));
}

/** Reads the property `targets`; `undefined` where there is no targets sheet. */
export function parseTargets(text: string | undefined, packer: TextPacker): KeptTargets | undefined {
  return text ? parseStored(KEPT, packer.unpack(text)) : undefined;
}
