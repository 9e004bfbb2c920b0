import { checked, refuseUnknownMembers } from '../realm';
import type { BookObjects, RangeHandle } from './book-objects';
import { booleanCriteria, interpolationTypes } from './sheet-enums';

/** One end, or the middle, of a gradient. */
export interface GradientPoint {
  readonly color: string;
  readonly type: string;
  readonly value: string;
}

/** What a conditional format says, as it crosses. */
export interface RuleDraft {
  readonly ranges: readonly RangeHandle[];
  readonly condition: {
    readonly criteria: string;
    readonly values: readonly unknown[];
    readonly background: string | null;
    readonly fontColor: string | null;
    readonly bold: boolean | null;
    readonly italic: boolean | null;
  } | null;
  readonly gradient: {
    readonly min: GradientPoint;
    readonly mid: GradientPoint | null;
    readonly max: GradientPoint;
  } | null;
}

/** Members that a rule and its builder share: what it says so far. */
export function ruleReaders(className: string, draft: () => RuleDraft, book: BookObjects) {
  return {
    getRanges: checked(`${className}.getRanges`, [[]], () => draft().ranges.map(book.range)),
    getBooleanCondition: checked(`${className}.getBooleanCondition`, [[]], () =>
      createCondition(draft().condition),
    ),
    getGradientCondition: checked(`${className}.getGradientCondition`, [[]], () =>
      createGradient(draft().gradient),
    ),
  };
}

function createCondition(condition: RuleDraft['condition']): object | null {
  if (condition === null) return null;
  return refuseUnknownMembers('BooleanCondition', {
    getCriteriaType: () => booleanCriteria[condition.criteria],
    getCriteriaValues: () => condition.values.slice(),
    getBackground: () => condition.background,
    getFontColor: () => condition.fontColor,
    getBold: () => condition.bold,
    getItalic: () => condition.italic,
  });
}

/** Of a missing middle the colour and the value are empty, the type is null (assumed). */
function createGradient(gradient: RuleDraft['gradient']): object | null {
  if (gradient === null) return null;
  const { min, mid, max } = gradient;
  const typeOf = (point: GradientPoint | null) => (point === null ? null : interpolationTypes[point.type]);
  return refuseUnknownMembers('GradientCondition', {
    getMinColor: () => min.color,
    getMinType: () => typeOf(min),
    getMinValue: () => min.value,
    getMidColor: () => mid?.color ?? '',
    getMidType: () => typeOf(mid),
    getMidValue: () => mid?.value ?? '',
    getMaxColor: () => max.color,
    getMaxType: () => typeOf(max),
    getMaxValue: () => max.value,
  });
}
