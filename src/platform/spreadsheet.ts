import {
  type CalendarDate,
  formatIsoDate,
  MILLIS_PER_DAY,
  shortMoment,
  UNIX_EPOCH,
} from '../calendar/calendar-date';
import { ReportError } from '../employer-api/errors';
import type { SelectedCell } from '../explanations/explanation';
import type { SheetFormulas } from '../reports/connection/leave-sample';
import type { SpreadsheetCalendar as SpreadsheetCalendarPort } from '../reports/ports';
import { askPlatform } from './script-services';

/**
 * The ID of the spreadsheet that this execution belongs to; not a service call that is counted.
 *
 * @throws {ReportError} `permission_missing`, `platform_unavailable`
 */
export function spreadsheetId(): string {
  return askPlatform(() => SpreadsheetApp.getActive().getId());
}

/**
 * Days and times as the spreadsheet's time zone has them.
 *
 * The script's own zone, in which a `Date`'s local getters count, is another one; so days go in and out by
 * `formatDate` and `parseDate` only.
 */
export class SpreadsheetCalendar implements SpreadsheetCalendarPort {
  private known: string | undefined;

  zone(): string {
    this.known ??= askPlatform(() => SpreadsheetApp.getActive().getSpreadsheetTimeZone());
    return this.known;
  }

  today(zone: string): CalendarDate {
    return this.dayOf(new Date(), zone);
  }

  /** The day on which a moment falls. */
  dayOf(date: Date, zone: string): CalendarDate {
    return Math.floor(this.serial(date.getTime(), zone));
  }

  /** Midnight at the beginning of a day: the value of a date cell. */
  midnight(day: CalendarDate, zone: string): Date {
    return Utilities.parseDate(formatIsoDate(day), zone, 'yyyy-MM-dd');
  }

  text(millis: number, zone: string): string {
    return shortMoment(this.serial(millis, zone));
  }

  serial(millis: number, zone: string): number {
    const shown = Utilities.formatDate(new Date(millis), zone, 'yyyy-MM-dd HH:mm:ss');
    // What the zone's clock shows, as if it were UTC.
    const utc = Date.parse(`${shown.replace(' ', 'T')}Z`);
    const days = Math.floor(utc / MILLIS_PER_DAY);
    return UNIX_EPOCH + days + (utc - days * MILLIS_PER_DAY) / MILLIS_PER_DAY;
  }
}

/** Gives a sheet another name; one that is gone stays gone. Two service calls. @throws {ReportError} where Google refuses. */
export function renameSheet(id: number, name: string): void {
  askPlatform(() => SpreadsheetApp.getActive().getSheetById(id)?.setName(name));
}

/** The formulas of all sheets. Three service calls, and two for each sheet. */
export function allFormulas(): SheetFormulas[] {
  return askPlatform(() =>
    SpreadsheetApp.getActive()
      .getSheets()
      .map((sheet) => ({ sheet: sheet.getName(), formulas: sheet.getDataRange().getFormulas() })),
  );
}

/** The cell that the person at the keyboard has selected. It reads and never changes anything. */
export function selectedCell(): SelectedCell | undefined {
  const range = askPlatform(() => SpreadsheetApp.getActive().getCurrentCell());
  return range === null || range === undefined ? undefined : askPlatform(() => describeCell(range));
}

function describeCell(range: GoogleAppsScript.Spreadsheet.Range): SelectedCell {
  const sheet = range.getSheet();
  const [row, column] = [range.getRow(), range.getColumn()];
  return {
    sheetId: sheet.getSheetId(),
    row,
    column,
    read: (reference) => {
      try {
        return sheetRange(sheet, reference).getValues();
      } catch {
        // A calculation.
        return undefined;
      }
    },
  };
}

/** A reference without a sheet means the formula's own one, whichever is in front. */
function sheetRange(sheet: GoogleAppsScript.Spreadsheet.Sheet, reference: string) {
  return reference.includes('!') ? SpreadsheetApp.getActive().getRange(reference) : sheet.getRange(reference);
}

/**
 * Makes sure that a person called from the menu or the sidebar, and not a cell: formulas can name every entry
 * point of the script, and must not be able to change anything by it.
 *
 * @throws {ReportError} `invalid_settings` in a cell
 */
export function requirePerson(): void {
  // Twice: the platform also fails for no reason that lasts.
  if (!hasScreen() && !hasScreen()) {
    throw new ReportError('invalid_settings', {
      sentence: 'Use the sidebar (Extensions ▸ Shift Reports): this isn’t a formula',
    });
  }
}

function hasScreen(): boolean {
  try {
    SpreadsheetApp.getUi();
    return true;
  } catch {
    return false;
  }
}

/** Shows a short message over the sheet. */
export function showToast(message: string): void {
  SpreadsheetApp.getActive().toast(message, 'Shift Reports', 10);
}
