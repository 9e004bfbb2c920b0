import type { Explanation } from '../../src/explanations/explanation';
import { ANN, type Scene } from './scene';

/** The title of a cell that is none of ours. */
export const NOT_OURS = 'Select a figure in a table, formula or dashboard of Shift Reports';

/** Selects a cell and asks what it is: no request is made. */
export function explain(scene: Scene, a1: string): Explanation {
  scene.book.as(ANN).select(a1);
  const outcome = scene.ask('sidebarExplainCell');
  if (scene.last.fetches > 0) throw new Error(`${scene.last.fetches} requests were made.`);
  if (outcome.kind === 'failed' || outcome.explanation === undefined) throw new Error(outcome.message);
  return outcome.explanation;
}

/** What an explanation says under a label. */
export function lineOf({ lines }: Explanation, label: string): string | undefined {
  return lines.find((line) => line.label === label)?.value;
}

/** What an explanation says that a figure is made of: sums, or the values of one record. `47 worked ÷ 50 booked` */
export function sumsIn(explanation: Explanation): number[] {
  const [, top, bottom] =
    /^(-?[\d,.]+) [^÷]+(?:÷ (-?[\d,.]+) .*)?$/.exec(lineOf(explanation, 'Made of') ?? '') ?? [];
  return [top, bottom].flatMap((value) => (value === undefined ? [] : [Number(value.replace(/,/g, ''))]));
}
