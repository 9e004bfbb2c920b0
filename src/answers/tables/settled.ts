import { formatIsoDate } from '../../calendar/calendar-date';
import { isOpen, type Support } from '../../figures/basis';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionsAs,
  type PercentageField,
  wordOf,
} from '../../figures/definitions';
import { isContradicted } from '../../figures/doubt';
import type { Figure, FigureRequest } from '../../figures/figure';
import type { Group } from '../../figures/group-figures';
import type { Measure } from '../../figures/measures';
import { WIDEST_RANGE } from '../../limits';
import { LONGEST_SENTENCE, listWords, refuseOption } from '../arguments/option-mistakes';

/**
 * Refuses a choice that none of the figures can have.
 *
 * @throws {ReportError} `invalid_option`
 */
export function checkBasis(measures: readonly Measure[], chosen: ChosenDefinition | undefined): void {
  if (chosen === undefined) return;
  const fields = measures.flatMap(publishedField);
  if (fields.some((field) => definitionsAs(chosen, field).length > 0)) return;
  if (fields.length === 0)
    refuseOption('Leave "basis" out: these figures are not percentages of the service');
  const possible: readonly Definition[] = fields.flatMap((field) => DEFINITIONS[field]);
  refuseOption(
    `Choose another "basis": ${quoteWords(possible.map(({ denominator }) => wordOf(denominator)))}`,
  );
}

/** Half of the last digit that percentages are shown with (`0.0`): what lies closer looks the same. */
const HALF_A_DISPLAYED_UNIT = 0.05;

/** Between what a figure lies by the definitions that are left; `undefined` where a reader sees no difference. */
export function visibleRange({
  min,
  max,
}: Pick<Figure, 'min' | 'max'>): { readonly min: number; readonly max: number } | undefined {
  const isSeen = min !== null && max !== null && max - min >= HALF_A_DISPLAYED_UNIT;
  return isSeen ? { min, max } : undefined;
}

/**
 * Refuses percentages that fit no definition.
 *
 * @throws {ReportError} `invalid_option`
 */
export function requireDefined(requests: readonly FigureRequest[]): void {
  for (const { measure, basis } of requests) if (basis?.kind === 'contradicted') refuseGrouping(measure);
}

/**
 * Refuses figures that the records of a group contradict, where nothing beside them would say so.
 *
 * @throws {ReportError} `invalid_option`
 */
export function requireAgreeing({ figures }: Group, requests: readonly FigureRequest[]): void {
  requests.forEach(({ measure }, index) => {
    if (figures[index] !== undefined && isContradicted(figures[index])) refuseGrouping(measure);
  });
}

function refuseGrouping({ words: [word] }: Measure): never {
  return refuseOption(
    `Use the values per shift: "${word}" fits no known definition, so it cannot be grouped`,
  );
}

/**
 * Refuses to give one number where the definition is not known well enough for one, in any of the groups shown.
 *
 * @throws {ReportError} `invalid_option`, naming the choices; the range is that of the widest.
 */
export function requireSettled(groups: readonly Group[], requests: readonly FigureRequest[]): void {
  requireDefined(requests);
  requests.forEach(({ measure, basis }, index) => {
    if (!isOpen(basis)) return;
    let [low, high] = [0, 0];
    for (const { figures } of groups) {
      const { min = null, max = null } = figures[index] ?? {};
      if (min !== null && max !== null && max - min > high - low) [low, high] = [min, max];
    }
    if (high - low <= WIDEST_RANGE) return;
    const [word, { changesOn }] = [measure.words[0], basis];
    const why =
      changesOn === undefined
        ? `The data do not settle "${word}"`
        : `The definition of "${word}" changes on ${formatIsoDate(changesOn)}`;
    const range = `${why}: ${low.toFixed(1)} or ${high.toFixed(1)}`;
    const sentence = (choices: string) => `${range}. Choose with "basis", ${choices}`;
    const full = sentence(quoteWords(choicesAmong(basis.survivors)));
    // The full stop is still to come.
    refuseOption(full.length <= LONGEST_SENTENCE ? full : sentence(choicesInShort(basis.survivors)));
  });
}

/** What each survivor is chosen by: its denominator, or with its numerator where that alone leaves several. */
function choicesAmong(survivors: readonly Support[]): readonly string[] {
  return survivors.map(({ definition: { numerator, denominator } }) => {
    const isAlone = survivors.every(
      ({ definition }) => definition.denominator !== denominator || definition.numerator === numerator,
    );
    return isAlone ? wordOf(denominator) : `${wordOf(numerator)} / ${wordOf(denominator)}`;
  });
}

/** The same, pairs with one denominator together: `"worked" or "booked" / "posted"`. */
function choicesInShort(survivors: readonly Support[]): string {
  const denominators = Array.from(new Set(survivors.map(({ definition }) => definition.denominator)));
  const parts = denominators.map((denominator) => {
    const same = survivors.filter(({ definition }) => definition.denominator === denominator);
    const numerators = quoteWords(same.map(({ definition }) => wordOf(definition.numerator)));
    return `${numerators} / "${wordOf(denominator)}"`;
  });
  return parts.join('; ');
}

/** Words as a sentence lists them, each once: `"posted" or "booked"`. */
export function quoteWords(words: readonly string[]): string {
  return listWords(Array.from(new Set(words)).map((word) => `"${word}"`));
}

function publishedField(measure: Measure): PercentageField[] {
  return measure.kind === 'rate' && typeof measure.of === 'string' ? [measure.of] : [];
}
