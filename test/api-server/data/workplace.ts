/** A kind of shift an employer posts: where, as what, how many people, how long, and how well it fills. */
export interface Workplace {
  readonly venue: string;
  /** Empty where the venue is not divided. */
  readonly area: string;
  readonly jobTitle: string;
  /** Fewest and most positions in one shift record. */
  readonly crew: readonly [least: number, most: number];
  /** Possible lengths of the shift in hours. */
  readonly hours: readonly number[];
  /** How likely a position is booked by the day itself, 0 to 1. */
  readonly fillRate: number;
  /** How likely a booked person does not turn up, 0 to 1. */
  readonly noShowRate: number;
  /** How often this kind of shift is posted, against the employer's others. */
  readonly weight: number;
}
