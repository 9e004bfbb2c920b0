import type { TriggerSchedule } from '../trigger-schedule';

/** One installable trigger. */
export interface Trigger {
  readonly uniqueId: string;
  readonly handler: string;
  /** Its creator: runs as them, seen by them only. */
  readonly owner: string;
  readonly bookId: string;
  readonly schedule: TriggerSchedule;
  /** Instant of the next run; null when it has run for the last time. */
  nextRunAt: number | null;
  /** False: the platform starts no run (uninstalled, disabled, deployment replaced). */
  enabled: boolean;
}

/** All installable triggers of all users. Plain data that a test may look into. */
export class TriggerTable {
  readonly triggers: Trigger[] = [];

  add(trigger: Trigger): void {
    this.triggers.push(trigger);
  }

  remove(uniqueId: string): void {
    const index = this.triggers.findIndex((trigger) => trigger.uniqueId === uniqueId);
    if (index >= 0) this.triggers.splice(index, 1);
  }

  /** The earliest trigger due at or before an instant; of equal ones the first created. */
  due(now: number): Trigger | null {
    let earliest: Trigger | null = null;
    for (const trigger of this.triggers) {
      if (!trigger.enabled || trigger.nextRunAt === null || trigger.nextRunAt > now) continue;
      if (earliest === null || trigger.nextRunAt < (earliest.nextRunAt ?? 0)) earliest = trigger;
    }
    return earliest;
  }
}
