import { shortMoment } from '../../src/calendar/calendar-date';
import type { SpreadsheetCalendar } from '../../src/reports/ports';
import { zoneOffsetMillis } from '../emulator/zones';
import type { StubClock } from './stub-clock';

const SECONDS_PER_DAY = 86_400;
const UNIX_EPOCH_SERIAL = 25_569;

/** A spreadsheet's calendar by the zones of the stand-in. */
export class ZonedCalendar implements SpreadsheetCalendar {
  /** How often the zone was asked for: each costs the product a service call. */
  zoneReads = 0;

  constructor(
    private readonly clock: StubClock,
    public name = 'Europe/London',
  ) {}

  zone(): string {
    this.zoneReads += 1;
    return this.name;
  }

  today(zone: string): number {
    return Math.floor(this.serial(this.clock.now(), zone));
  }

  text(millis: number, zone: string): string {
    return shortMoment(this.serial(Math.floor(millis / 60_000) * 60_000, zone));
  }

  serial(millis: number, zone: string): number {
    const seconds = Math.floor((millis + zoneOffsetMillis(zone, millis)) / 1000);
    return seconds / SECONDS_PER_DAY + UNIX_EPOCH_SERIAL;
  }
}
