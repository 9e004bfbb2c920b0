/** How sure a fact is: recorded, recorded at second hand, documented, assumed. From the surest on. */
export const MARKS = ['rec', 'rec2', 'doc', 'asm'] as const;

export type Mark = (typeof MARKS)[number];

/** One belief about the platform, as a test of `test/contract/platform-facts` states it. */
export interface Fact {
  /** Unique: the number, with a count where several tests share it: `C1`, `C2.1`, `C2.2`. */
  readonly id: string;
  /** Number in the list: `C2`. */
  readonly no: string;
  readonly mark: Mark;
  /** What the test says of a part that is less sure: `text asm`; else empty. */
  readonly except: string;
  readonly title: string;
  /** Empty where only the title of the test names it. */
  readonly source: string;
  /** The test's file, without its ending. */
  readonly file: string;
  /** What a script can find out by itself; absent where the test needs the emulator's door. */
  readonly observation?: Observation;
}

/** An observation of a script and what it must give. */
export interface Observation {
  /** Body of a function, in terms of Google's globals and `thrown`. */
  readonly observe: string;
  readonly expected: unknown;
  /** Facts of one `describeFacts` share how they begin. */
  readonly group: string;
}
