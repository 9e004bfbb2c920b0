import { shortMoment } from '../../src/calendar/calendar-date';
import type { SpreadsheetCalendar } from '../../src/reports/ports';
import type { StubClock } from './stub-clock';

const MILLIS_PER_DAY = 86_400_000;
const UNIX_EPOCH_SERIAL = 25_569;

/** A spreadsheet's calendar by Node's own time zone tables. */
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
    return wallClock(millis, zone) / MILLIS_PER_DAY + UNIX_EPOCH_SERIAL;
  }
}

/** What the zone's clock shows, as if it were UTC. */
function wallClock(millis: number, timeZone: string): number {
  return Date.parse(`${formatOf(timeZone).format(new Date(millis)).replace(' ', 'T')}Z`);
}

/** By zone: making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, made);
  return made;
}
