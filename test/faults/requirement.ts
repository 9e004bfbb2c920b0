/** One promise, the figure that would keep it, and where that figure comes from. */
export interface Requirement {
  readonly id: string;
  readonly promise: string;
  /** The figure to reach. */
  readonly target: string;
  /** Test files, from the root of the project; a `*` stands for anything but a slash. Empty where no test proves it. */
  readonly files: readonly string[];
  /** What the tests read to run at full size; each has a short default. Its tests must record how many cases ran. */
  readonly full?: Readonly<Record<string, string>>;
  /** Whether its tests record a figure besides passing: without one the run has failed. */
  readonly isRecorded?: true;
  /** What of the target no test reaches even at full size, and why. */
  readonly gap?: string;
}
