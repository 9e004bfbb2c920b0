import { Allowance } from './allowance';
import type { CalendarDay } from './data/calendar-day';
import { buildEmployers, type Employer } from './data/employers';
import { type Restatement, restateDay } from './data/restatement';
import {
  type DataFrame,
  generateAddedShift,
  generateShifts,
  type KeptDays,
  keptDays,
} from './data/shift-generator';
import type { ShiftRecord } from './data/shift-record';
import { generateTurnover, type TurnoverRecord } from './data/worker-turnover';
import { ServerClock } from './server-clock';
import { TokenRegister } from './token-register';

/** What a store is made from. */
export interface StoreOptions {
  /** Chooses the employers' credentials and every figure. */
  readonly seed: number;
  /** Requests a token may make in any minute of the server's clock. */
  readonly allowance: number;
  /** The instant the server's clock starts running from; real time when undefined. */
  readonly startMillis: number | undefined;
}

/** Everything the service knows: employers, tokens, allowance, shifts and the time. */
export class Store {
  readonly clock: ServerClock;
  readonly tokens: TokenRegister;
  readonly allowance: Allowance;
  readonly #seed: number;
  readonly #employers: Map<number, Employer>;
  readonly #restatements: Restatement[] = [];

  constructor(options: StoreOptions) {
    this.#seed = options.seed;
    this.clock = new ServerClock(options.startMillis);
    this.tokens = new TokenRegister(options.seed, this.clock);
    this.allowance = new Allowance(options.allowance, this.clock);
    this.#employers = new Map(
      buildEmployers(options.seed).map((employer) => [employer.employerId, employer]),
    );
  }

  /** All employers, the demo employer first. */
  employers(): readonly Employer[] {
    return [...this.#employers.values()];
  }

  employer(employerId: number): Employer | undefined {
    return this.#employers.get(employerId);
  }

  /** The employer whose client ID and secret these are, compared to the letter. */
  employerOf(clientId: string, clientSecret: string): Employer | undefined {
    return this.employers().find(
      (employer) => employer.clientId === clientId && employer.clientSecret === clientSecret,
    );
  }

  /** Changes what may change in an account: API access and the client secret. Tokens stay as they are. */
  updateEmployer(employer: Employer, change: Partial<Pick<Employer, 'apiAccess' | 'clientSecret'>>): void {
    this.#employers.set(employer.employerId, { ...employer, ...change });
  }

  /** The first and the last day that can have shifts, seen from today. */
  keptDays(): KeptDays {
    return keptDays(this.clock.today());
  }

  /** The records of one employer on one day, corrections included, by SHIFT_ID ascending. */
  shiftsOn(employer: Employer, day: CalendarDay): readonly ShiftRecord[] {
    return this.#restatements.reduce(
      (records, restatement) => restateDay(this.#frame(), employer, day, records, restatement),
      generateShifts(this.#frame(), employer, day),
    );
  }

  /** One more record for a day, for answers of a wanted size; see `generateAddedShift`. */
  addedShift(employer: Employer, day: CalendarDay, index: number): ShiftRecord {
    return generateAddedShift(this.#frame(), employer, day, index);
  }

  /** An employer's turnover in the week that begins on a day, venue by venue; none in weeks to come. */
  turnoverIn(employer: Employer, weekStart: CalendarDay): readonly TurnoverRecord[] {
    return generateTurnover(this.#frame(), employer, weekStart);
  }

  /** Corrects the figures of so many days before today. Today and later days are never corrected. */
  restate(daysBack: number): Restatement {
    const today = this.clock.today();
    const restatement = { round: this.#restatements.length + 1, from: today - daysBack, to: today - 1 };
    this.#restatements.push(restatement);
    return restatement;
  }

  #frame(): DataFrame {
    return { seed: this.#seed, today: this.clock.today() };
  }
}
