/** One thing that a check does not accept. */
export interface Finding {
  /** Where it stands: a file, with a line where that helps. */
  readonly where: string;
  /** One sentence: what is wrong, and why it matters or what to do. */
  readonly message: string;
}
