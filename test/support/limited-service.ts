import { type DateRange, formatIsoDate } from '../../src/calendar/calendar-date';
import type { HttpRequest } from '../../src/employer-api/ports';
import { askedDays } from './daily-report';
import { RECORD } from './sample-report';
import type { StubClock } from './stub-clock';
import { answer, type StubAnswer } from './stub-transport';

/** What a service does not say about itself. */
export interface HiddenLimits {
  /** The longest range, in days, and the status that a longer one meets. */
  readonly days?: number;
  readonly daysStatus?: number;
  /** More records than this meet 504. */
  readonly records?: number;
  /** More records than this are left out without a word. */
  readonly truncatedAt?: number;
  /** Whether `truncatedAt` leaves the newest records. */
  readonly newestFirst?: boolean;
  /** Whether `to_date` itself is left out. */
  readonly excludesLastDay?: boolean;
  /** Every so many records are of the service's next day (`by` 1) or the day before: it counts days in another time zone. */
  readonly otherDays?: { readonly every: number; readonly by: 1 | -1 };
  /** Requests of one minute; more meet 429. */
  readonly perMinute?: number;
  /** Whether a 429 says how long to wait. @default true */
  readonly saysHowLong?: boolean;
}

/** A service with limits that it keeps to itself. Its records are ordered by day; their SHIFT_IDs never change. */
export class LimitedService {
  /** The ranges that were asked for, refused ones among them. */
  readonly asked: DateRange[] = [];
  private readonly taken: number[] = [];

  /** @param recordsOn How many records a day has. */
  constructor(
    private readonly clock: StubClock,
    readonly recordsOn: (day: number) => number,
    readonly limits: HiddenLimits = {},
  ) {}

  /** Answers a report request. */
  readonly report = (request: HttpRequest): StubAnswer => {
    const range = askedDays(request);
    this.asked.push(range);
    const { days, daysStatus = 504, records, truncatedAt = Number.POSITIVE_INFINITY } = this.limits;
    const wait = this.secondsToWait();
    if (wait > 0)
      return answer(429, '', this.limits.saysHowLong === false ? {} : { 'retry-after': `${wait}` });
    if (days !== undefined && range.to - range.from + 1 > days) return answer(daysStatus);
    const ids = this.filtered(range);
    if (records !== undefined && ids.length > records) return answer(504);
    if (this.limits.newestFirst) ids.reverse();
    const text = ids.slice(0, truncatedAt).map(({ day, id }) => record(day, id));
    const echo = `{"employer_id":1042,"from_date":"${formatIsoDate(range.from)}","to_date":"${formatIsoDate(range.to)}"}`;
    return answer(200, `{"request":${echo},"report":{"shifts":[${text.join()}]}}`);
  };

  /** The SHIFT_IDs of a range, as one answer without limits would hold them. */
  idsOf(range: DateRange): number[] {
    return idsOf(range, this.recordsOn).map(({ id }) => id);
  }

  /** The fewest requests that give a range, for whoever knows all limits: each as long as may be. */
  fewestRequests({ from, to }: DateRange): number {
    const { days = 31, records = Number.POSITIVE_INFINITY } = this.limits;
    let count = 0;
    for (let day = from; day <= to; count += 1) {
      let held = 0;
      const first = day;
      do {
        held += this.recordsOn(day);
        day += 1;
      } while (day <= to && day - first < Math.min(31, days) && held + this.recordsOn(day) <= records);
    }
    return count;
  }

  /** The records that the service takes to be of a range. */
  private filtered({ from, to }: DateRange) {
    const { excludesLastDay = false, otherDays } = this.limits;
    const last = excludesLastDay ? to - 1 : to;
    return idsOf({ from: from - 1, to: to + 1 }, this.recordsOn).filter(({ day, id }) => {
      const counted = otherDays && id % otherDays.every === 0 ? day + otherDays.by : day;
      return counted >= from && counted <= last;
    });
  }

  private secondsToWait(): number {
    const { perMinute } = this.limits;
    if (perMinute === undefined) return 0;
    const now = this.clock.now();
    const recent = this.taken.filter((at) => at > now - 60_000);
    const oldest = recent[recent.length - perMinute];
    if (oldest !== undefined) return Math.max(1, Math.ceil((oldest + 60_000 - now) / 1000));
    this.taken.push(now);
    return 0;
  }
}

function idsOf({ from, to }: DateRange, recordsOn: (day: number) => number): { day: number; id: number }[] {
  const ids: { day: number; id: number }[] = [];
  for (let day = from; day <= to; day += 1) {
    for (let index = 0; index < recordsOn(day); index += 1) ids.push({ day, id: day * 10_000 + index });
  }
  return ids;
}

const [BEFORE = '', BETWEEN = '', AFTER = ''] = JSON.stringify({
  ...RECORD,
  SHIFT_DATE: '<>',
  SHIFT_ID: '<>',
}).split(/"?<>"?/);

function record(day: number, id: number): string {
  return `${BEFORE}"${formatIsoDate(day)}"${BETWEEN}${id}${AFTER}`;
}
