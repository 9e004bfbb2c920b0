import * as v from 'valibot';
import { parseStored } from '../../employer-api/text';
import { KEPT_DEFINITIONS } from '../../figures/definitions';
import type { TextPacker } from '../ports';
import { KNOWN_NAMES } from './names';

const LEARNED = v.object({
  /** Of the connection that the rows came by. */
  fingerprint: v.string(),
  /** What they say of percentages. */
  definitions: KEPT_DEFINITIONS,
  /** The venues, areas and roles that refreshes have seen; left out where there are too many to keep. */
  names: v.exactOptional(KNOWN_NAMES),
});

/** What formulas learn from the refreshes of a connection. */
export type Learned = v.InferOutput<typeof LEARNED>;

/** The longest property value, in characters: the platform takes 9 kB. */
const LONGEST_LEARNED = 8500;

/** Reads a property value. @returns `undefined` if nothing is kept, or it belongs to another connection. */
export function parseLearned(
  text: string | undefined,
  fingerprint: string,
  packer: TextPacker,
): Learned | undefined {
  const learned = parseStored(LEARNED, text && packer.unpack(text));
  return learned?.fingerprint === fingerprint ? learned : undefined;
}

/** The property value. */
export function packLearned({ names, ...learned }: Learned, packer: TextPacker): string {
  const packed = packer.pack(JSON.stringify({ ...learned, names }));
  return packed.length <= LONGEST_LEARNED ? packed : packer.pack(JSON.stringify(learned));
}
