import { type CalendarDate, formatIsoDate } from '../../calendar/calendar-date';
import { fitText } from '../../employer-api/text';
import type { Options } from '../arguments/options';
import type { CellValue } from './cell-value';

/** Makes the `Date` that Google Sheets shows as a day. */
export interface DateMaker {
  midnight(day: CalendarDate, zone: string): Date;
}

/** How the values of one formula's result are shown: real dates, real numbers, text without an apostrophe. */
export class Presentation {
  private readonly days = new Map<CalendarDate, CellValue>();

  constructor(
    private readonly options: Pick<Options, 'percent' | 'empty' | 'dates'>,
    private readonly calendar: DateMaker,
    private readonly zone: string,
  ) {}

  /** What stands where nothing is known: blank, or the text of the option `empty`. */
  get empty(): CellValue {
    return this.options.empty;
  }

  /** Whether percentages are shown on another scale than the service's. */
  get isFraction(): boolean {
    return this.options.percent === 'fraction';
  }

  /** A day as the option `dates` says; made once per distinct day. */
  day(day: CalendarDate): CellValue {
    const known = this.days.get(day);
    if (known !== undefined) return known;
    const shown = this.makeDay(day);
    this.days.set(day, shown);
    return shown;
  }

  /** A percentage on the scale that the option `percent` says. */
  percentage(value: number): number {
    return this.isFraction ? value / 100 : value;
  }

  /** Text as far as a cell holds it. */
  text(value: string): CellValue {
    return fitText(value);
  }

  /** A moment as a real date with its time, whatever the option `dates` says. @param iso ISO 8601. */
  moment(iso: string): CellValue {
    return new Date(Date.parse(iso));
  }

  private makeDay(day: CalendarDate): CellValue {
    if (this.options.dates === 'serial') return day;
    return this.options.dates === 'text' ? formatIsoDate(day) : this.calendar.midnight(day, this.zone);
  }
}
