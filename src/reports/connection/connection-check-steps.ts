import type { CheckLine } from '../../contract/connection';

/** What a check of the connection looks at, in the order in which a person reads it. */
const STEPS = [
  'Address',
  'Clock',
  'Network',
  'Credentials',
  'Token scope',
  'Employer',
  'Report access',
  'One-day report',
] as const;
type Step = (typeof STEPS)[number];

const NOT_REACHED = 'Skipped, because an earlier step failed.';

/** What a check has found so far. */
export class CheckSteps {
  private readonly found = new Map<Step, CheckLine>();
  private current: Step = 'Address';

  /** Names the step that a failure from now on belongs to. */
  begin(step: Step): void {
    this.current = step;
  }

  ok(name: Step, sentence: string): void {
    this.found.set(name, { name, state: 'ok', sentence });
  }

  warn(name: Step, sentence: string): void {
    this.found.set(name, { name, state: 'warning', sentence });
  }

  /** Puts a failure to the step that was under way, whatever was found of it before. */
  fail(sentence: string): void {
    this.found.set(this.current, { name: this.current, state: 'failed', sentence });
  }

  /** All steps, in order. */
  lines(): CheckLine[] {
    return STEPS.map((name) => this.found.get(name) ?? { name, state: 'not_reached', sentence: NOT_REACHED });
  }
}
