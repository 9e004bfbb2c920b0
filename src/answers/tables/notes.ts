import { type CalendarDate, formatIsoDate } from '../../calendar/calendar-date';
import { shownCount, shownNumber, shownRate } from '../../employer-api/text';
import {
  type Basis,
  describeSupport,
  FITTING_SHARE,
  isOpen,
  isUnsupported,
  type Support,
} from '../../figures/basis';
import {
  type Figure,
  type FigureRequest,
  isAllZero,
  isContradicted,
  isProvisional,
} from '../../figures/figure';
import type { FigureSet } from '../../figures/figure-set';
import type { Group } from '../../figures/group-figures';
import type { DaysCovered } from '../../figures/group-keys';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionsAs,
  type Measure,
  type PercentageField,
  restsOn,
  wordOf,
} from '../../figures/measures';
import type { DoubtCounts } from '../../figures/record-quality';
import { FEWEST_OVER, HALF_A_SHOWN_DIGIT, OVER_SHARE, PERCENTAGE_DIGITS, WIDEST_RANGE } from '../../limits';
import type { Options } from '../arguments/options';
import { LONGEST_SENTENCE, listWords, refuseOption } from '../arguments/refusals';

/** How notes are written. */
export interface NoteStyle {
  /** The scale of the percentages beside them. */
  readonly percent: Options['percent'];
  /** Whether they go into details. */
  readonly evidence: boolean;
}

/**
 * What a reader must know about a group before using its figures; null when all is well.
 *
 * In this order: an incomplete period, percentages whose definition is not settled, records left out, records that are
 * doubtful.
 */
export function groupNotes(group: Group, facts: FigureFacts, style: NoteStyle): string | null {
  const notes = listNotes(group, facts, style);
  return notes.length === 0 ? null : notes.join('; ');
}

/** The same, each note alone. */
export function listNotes(
  group: Group,
  { requests, marksIncomplete, hiddenPeriods }: Omit<FigureFacts, 'today' | 'generatedAt'>,
  style: NoteStyle,
): string[] {
  const isTotal = group.keys.length === 0;
  return [
    ...(marksIncomplete ? periodNote(group) : []),
    ...(isTotal ? hiddenNote(hiddenPeriods) : []),
    ...requests.flatMap((request, index) => basisNote(request, group.figures[index] as Figure, style)),
    ...leftOutNotes(group.figures, requests),
    ...recordNotes(group, group.figures, requests, style.evidence),
    ...repetitionNotes(group),
  ];
}

/** Whether the period of a group is not over, or not wholly inside the dates. */
export function isIncomplete({ days }: Group): boolean {
  return days !== undefined && days.covered < days.of;
}

function periodNote({ days, records, unfinished }: Group): string[] {
  if (days !== undefined && days.covered < days.of) return [daysNote(days)];
  return unfinished === 0
    ? []
    : [`${shownNumber(unfinished)} of ${shownNumber(records)} records are not over yet`];
}

/** How much of a period there can be records of: `3 of 7 days`. */
export function daysNote({ covered, of }: DaysCovered): string {
  return of === 1 ? 'not over yet' : `${covered} of ${of} days`;
}

function hiddenNote(periods: number): string[] {
  if (periods === 0) return [];
  return [
    periods === 1
      ? 'includes 1 incomplete period that is hidden'
      : `includes ${periods} incomplete periods that are hidden`,
  ];
}

/** What to know about the definition of a percentage. */
export function basisNote(
  request: FigureRequest,
  figure: Figure,
  { percent }: Pick<NoteStyle, 'percent'>,
): string[] {
  const { measure, basis } = request;
  const word = wordFor(measure);
  if (basis?.kind === 'contradicted') return [`${word} fits no known definition`];
  const against = basis?.kind === 'chosen' ? doubtOfChoice(measure, basis) : againstNote(request, figure);
  const range = isOpen(basis) ? visibleRange(figure) : undefined;
  if (range === undefined) return [...against, ...blankNote(measure, figure)];
  const between = `${word} is ${shownEnds(range, percent).join(' to ')}`;
  const changesOn = basis?.changesOn;
  if (changesOn === undefined) return [...against, `${between}, by definition`];
  return [...against, `${between}: its definition changes on ${formatIsoDate(changesOn)}`];
}

/** A figure that has nothing to divide by, where another definition that is left is right. */
function blankNote(measure: Measure, { mayBeBlank }: Figure): string[] {
  return mayBeBlank ? [`${wordFor(measure)} may be blank, by definition`] : [];
}

/** The rows that speak against a figure: its own, or all rows where they are too few to rule its definition out. */
function againstNote({ measure, basis }: FigureRequest, { value, against }: Figure): string[] {
  if (basis === undefined || value === null) return [];
  const [used] = basis.survivors;
  const support = against ?? (isUnsupported(basis) ? used : undefined);
  // What all rows publish as 0 is 0 by every definition.
  if (used === undefined || support === undefined || (support.of === 0 && value === 0)) return [];
  const definition = definitionWords(measure, basis).join('');
  return [`${wordFor(measure)} ${definition}: ${describeSupport(support)}`];
}

/** A person may choose what the rows speak against: the figure stands, and so does the doubt. */
function doubtOfChoice(measure: Measure, basis: Basis): string[] {
  const [used] = basis.survivors;
  if (used === undefined || used.agree >= FITTING_SHARE * used.of) return [];
  const definition = definitionWords(measure, basis).join('');
  return [`${wordFor(measure)} ${definition}, as chosen: ${describeSupport(used)}`];
}

/** Records that came again, and records that may be one. */
export function repetitionNotes({ repeated, conflicting }: DoubtCounts): string[] {
  return [
    ...(repeated === 0 ? [] : [`${shownCount(repeated, 'record')} came twice and counted once`]),
    ...(conflicting === 0 ? [] : [`${shownCount(conflicting, 'record')} with the SHIFT_ID of another one`]),
  ];
}

/** How messages call a figure. */
function wordFor({ words }: Measure): string {
  return words[0];
}

/** Records that lack a part of a figure. */
export function leftOutNotes(figures: readonly Figure[], requests: readonly FigureRequest[]): string[] {
  return noteTogether(
    figures,
    requests,
    ({ name }) => name,
    ({ skipped }) =>
      skipped === 0 ? undefined : `${shownCount(skipped, 'record')} without a value left out of`,
  );
}

/**
 * What speaks against the records behind figures.
 *
 * @param isFull Also where a few records hardly move a figure.
 */
export function recordNotes(
  of: Pick<Group, 'zeroed' | 'records'>,
  figures: readonly Figure[],
  requests: readonly FigureRequest[],
  isFull: boolean,
): string[] {
  const records = isFull ? undefined : of.records;
  return [
    ...zeroNotes(figures, requests),
    ...ruledOutZeroNotes(of, figures, requests),
    ...contradictingNotes(figures, requests),
    ...overNotes(figures, requests, records),
    ...cappedNotes(figures, requests, records),
  ];
}

/** Counts of which every record has 0, unlike any real operation: a service that fills a field with 0 looks like this. */
function zeroNotes(figures: readonly Figure[], requests: readonly FigureRequest[]): string[] {
  return noteTogether(
    figures,
    requests,
    ({ name }) => name,
    (figure, { measure }) =>
      isAllZero(measure, figure) ? `all ${shownNumber(figure.n)} records have 0 in` : undefined,
  );
}

/** Numbers that are 0 in many records, although another number of these records rules that out. */
export function ruledOutZeroNotes(
  { zeroed, records }: Pick<Group, 'zeroed' | 'records'>,
  figures: readonly Figure[],
  requests: readonly FigureRequest[],
): string[] {
  return zeroed.flatMap(({ field, shownBy, records: count }) => {
    if (isFew(count, records) || !requests.some(({ measure }) => restsOn(measure, field))) return [];
    const isSaid = requests.some(
      ({ measure }, at) => measure.name === field && isAllZero(measure, figures[at] as Figure),
    );
    return isSaid
      ? []
      : [
          `${shownCount(count, 'record')} ${count === 1 ? 'has' : 'have'} 0 in ${field}, but not in ${shownBy}`,
        ];
  });
}

/** Whether doubtful records are too few to speak of. */
function isFew(count: number, records: number): boolean {
  return count < FEWEST_OVER || count <= OVER_SHARE * records;
}

/** Records that are in the sums out of nothing, though they publish a percentage out of something. */
function contradictingNotes(figures: readonly Figure[], requests: readonly FigureRequest[]): string[] {
  return noteTogether(figures, requests, wordFor, ({ overAgainst = 0 }, request) => {
    const denominator = denominatorOf(request);
    if (overAgainst === 0 || denominator === undefined) return undefined;
    return `${shownCount(overAgainst, 'record')} with 0 ${denominator} still ${overAgainst === 1 ? 'publishes' : 'publish'}`;
  });
}

/**
 * Records that count something out of 0, unless their own percentage contradicts the 0 (`contradictingNotes`).
 *
 * @param records All records of the figure. Left out: every case is noted, however rare.
 */
function overNotes(
  figures: readonly Figure[],
  requests: readonly FigureRequest[],
  records?: number,
): string[] {
  return noteTogether(figures, requests, wordFor, ({ value, over, overAgainst = 0 }, request) => {
    const denominator = denominatorOf(request);
    const count = over - overAgainst;
    if (denominator === undefined || !isWorthANote(count, value, records)) return undefined;
    return `${shownCount(count, 'record')} with 0 ${denominator} counted in`;
  });
}

/**
 * Records that publish 100 though they make more: a service may cap them, or count something else.
 *
 * @param records As `overNotes`.
 */
function cappedNotes(
  figures: readonly Figure[],
  requests: readonly FigureRequest[],
  records?: number,
): string[] {
  return noteTogether(figures, requests, wordFor, ({ value, capped = 0 }) =>
    isWorthANote(capped, value, records)
      ? capped === 1
        ? '1 record publishes 100 but makes more in'
        : `${shownCount(capped, 'record')} publish 100 but make more in`
      : undefined,
  );
}

/** Whether records that may make a figure too high are to be named. @param records As `overNotes`. */
function isWorthANote(count: number, value: number | null, records: number | undefined): boolean {
  if (count === 0) return false;
  return records === undefined || !isFew(count, records) || (value !== null && value > 100);
}

/** What a figure is of, by the definition in use, in words. */
function denominatorOf({ measure, basis }: FigureRequest): string | undefined {
  const own = measure.kind === 'rate' && typeof measure.of !== 'string' ? measure.of : undefined;
  const definition = own ?? basis?.survivors[0]?.definition;
  return definition && wordOf(definition.denominator);
}

/** Figures of which the same is to be said share one note. */
function noteTogether(
  figures: readonly Figure[],
  requests: readonly FigureRequest[],
  nameOf: (measure: Measure) => string,
  beginningOf: (figure: Figure, request: FigureRequest) => string | undefined,
): string[] {
  const names = new Map<string, string[]>();
  figures.forEach((figure, index) => {
    const request = requests[index];
    const beginning = request && beginningOf(figure, request);
    if (request === undefined || beginning === undefined) return;
    names.set(beginning, [...(names.get(beginning) ?? []), nameOf(request.measure)]);
  });
  return Array.from(names, ([beginning, said]) => `${beginning} ${said.join(', ')}`);
}

/** What speaks against one figure, besides the support of its definition. @param of The records that it is made of. */
export function agreementNotes(
  figure: Figure,
  request: FigureRequest,
  of: Pick<Group, 'zeroed' | 'records'>,
): string[] {
  const { against } = figure;
  const [used] = request.basis?.survivors ?? [];
  const isSaid = against === undefined || (against.agree === used?.agree && against.of === used.of);
  return [
    ...(isSaid ? [] : againstNote(request, figure)),
    ...blankNote(request.measure, figure),
    ...recordNotes(of, [figure], [request], true),
  ];
}

/** How sure the definition is, how the percentage is calculated, and whether its days may still be corrected. */
export function describeBasis(
  request: FigureRequest | undefined,
  newestDay: CalendarDate | null,
  today: CalendarDate,
): string | null {
  const basis = request?.basis;
  if (request === undefined || basis === undefined) return null;
  return [
    basis.kind,
    ...definitionWords(request.measure, basis),
    ...(basis.changesOn === undefined ? [] : [`changes on ${formatIsoDate(basis.changesOn)}`]),
    ...(newestDay !== null && isProvisional(newestDay, today) ? ['provisional'] : []),
  ].join(', ');
}

/** `of posted`; where it is not the usual thing that is counted, `booked of posted`. */
function definitionWords(measure: Measure, { survivors: [used] }: Basis): string[] {
  if (used === undefined || measure.kind !== 'rate') return [];
  const { numerator, denominator } = used.definition;
  const [usual]: readonly Definition[] =
    typeof measure.of === 'string' ? DEFINITIONS[measure.of] : [measure.of];
  const isUsual = numerator === usual?.numerator;
  return [`${isUsual ? '' : `${wordOf(numerator)} `}of ${wordOf(denominator)}`];
}

/**
 * The rows that speak for the definition in use; null where none were asked.
 *
 * @param more What else is to be said, where there are no NOTES to say it in.
 */
export function supportOf(basis: Basis | undefined, more: readonly string[] = []): string | null {
  const support = basis?.survivors[0];
  const said = [...(support === undefined || support.of === 0 ? [] : [describeSupport(support)]), ...more];
  return said.length === 0 ? null : said.join('; ');
}

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

/** Between what a figure lies by the definitions that are left; `undefined` where a reader sees no difference. */
export function visibleRange({
  min,
  max,
}: Pick<Figure, 'min' | 'max'>): { readonly min: number; readonly max: number } | undefined {
  const isSeen = min !== null && max !== null && max - min >= HALF_A_SHOWN_DIGIT;
  return isSeen ? { min, max } : undefined;
}

/** Both ends of a range as cells show them, with one more digit where they would look the same: `91.16`, `91.24`. */
export function shownEnds(
  { min, max }: { readonly min: number; readonly max: number },
  percent: NoteStyle['percent'] = '0-100',
): readonly [string, string] {
  const [scale, digits] = percent === 'fraction' ? [100, PERCENTAGE_DIGITS + 2] : [1, PERCENTAGE_DIGITS];
  const shown = (more: number): [string, string] => [
    (min / scale).toFixed(digits + more),
    (max / scale).toFixed(digits + more),
  ];
  const [low, high] = shown(0);
  return low === high ? shown(1) : [low, high];
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
      const { min, max } = figures[index] as Figure;
      if (min !== null && max !== null && max - min > high - low) [low, high] = [min, max];
    }
    if (high - low <= WIDEST_RANGE) return;
    const [word, { changesOn }] = [measure.words[0], basis];
    const why =
      changesOn === undefined
        ? `The data do not settle "${word}"`
        : `The definition of "${word}" changes on ${formatIsoDate(changesOn)}`;
    const range = `${why}: ${shownRate(low)} or ${shownRate(high)}`;
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

/** What the rows tell about figures, besides the figures. */
export interface FigureFacts extends Pick<FigureSet, 'requests' | 'today'> {
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Whether notes name incomplete periods. */
  readonly marksIncomplete: boolean;
  /** How many incomplete periods are not shown though the total counts them. */
  readonly hiddenPeriods: number;
  /** What the line of all records is called. @default 'Total' */
  readonly totalName?: string;
  /** The day on which weeks begin. @default Monday */
  readonly weekStart?: FigureSet['weekStart'];
}

/** What a set tells about its figures, where every period is shown. */
export function factsOf(
  { requests, today, weekStart }: FigureSet,
  generatedAt: string | null,
  marksIncomplete = true,
): FigureFacts {
  return { requests, today, weekStart, generatedAt, marksIncomplete, hiddenPeriods: 0 };
}
