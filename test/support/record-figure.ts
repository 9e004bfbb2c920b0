/** A figure that a test found out: what holds, of how many cases. */
export interface Figure {
  /** The requirement that it belongs to: `A1`, `S6`. */
  readonly requirement: string;
  /** What was counted, in a few words. */
  readonly what: string;
  /** How many cases ran. */
  readonly n: number;
  /** What came out: `1,143 of 1,143`, `0`. */
  readonly figure: string;
  /** Where cases were random. */
  readonly seed?: number | string;
}

/** Prints a figure into the log of the run. Call it after everything was checked. */
export function recordFigure(figure: Figure): void {
  const { requirement, what, n, figure: text, seed } = figure;
  const end = seed === undefined ? '' : `, seed ${seed}`;
  process.stdout.write(`${requirement}, ${what}: ${text} (n = ${n}${end})\n`);
}
