import { ReportError } from '../../src/employer-api/errors';
import type { PropertyStore } from '../../src/reports/ports';

/** Properties in memory; every change is noted in order. */
export class MemoryProperties implements PropertyStore {
  /** What was done, such as `write connection,zone`. */
  readonly log: string[] = [];
  /** When set, every write is refused. */
  refusesWrites = false;
  private readonly values: Map<string, string>;

  constructor(values: Readonly<Record<string, string>> = {}) {
    this.values = new Map(Object.entries(values));
  }

  readAll(): Record<string, string> {
    return Object.fromEntries(this.values);
  }

  write(changes: Readonly<Record<string, string>>): void {
    if (this.refusesWrites) throw new ReportError('platform_unavailable');
    this.log.push(`write ${Object.keys(changes).join(',')}`);
    for (const [name, value] of Object.entries(changes)) this.values.set(name, value);
  }
}
