/** One entry of a drop-down list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}
