import type { SidebarOutcome, SidebarState } from '../contract';

/** What the page does between the parts of a refresh, and between questions that follow each other. */
export interface Parts {
  /** Shows what one part or question brought, while the next is on its way. */
  onPart(state: SidebarState, message: string): void;
  /** Whether the person wants no further part and no further question. */
  isStopped(): boolean;
}

/** How the asking ended: with the last part, by the person, or since nothing moved any more. */
export interface Ending {
  readonly outcome: SidebarOutcome;
  readonly kind: 'finished' | 'stopped' | 'stuck';
}

// A part may bring nothing, such as one that finds a window too large; as many in a row are no accident.
const MOST_STANDSTILLS = 3;

/** Asks the same again, one call after the other, until nothing more is to come. */
export async function askOn(ask: () => Promise<SidebarOutcome>, parts: Parts): Promise<Ending> {
  let before = '';
  let standstills = 0;
  for (;;) {
    const outcome = await ask();
    if (outcome.kind === 'failed' || !outcome.more) return { outcome, kind: 'finished' };
    if (parts.isStopped()) return { outcome, kind: 'stopped' };
    const reached = describeReached(outcome.state, outcome.message);
    standstills = reached === before ? standstills + 1 : 0;
    // While requests are on hold, asking again at once would only be refused again.
    if (standstills === MOST_STANDSTILLS || outcome.state.pause !== null) return { outcome, kind: 'stuck' };
    before = reached;
    parts.onPart(outcome.state, outcome.message);
  }
}

/** Everything that changes when a part brings something. */
function describeReached({ reports }: SidebarState, message: string): string {
  return JSON.stringify([message, ...reports.map(({ progress, lastRun }) => [progress, lastRun])]);
}
