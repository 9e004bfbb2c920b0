import { basisText } from '../answers/tables/figure-columns';
import {
  type CalendarDate,
  type DateRange,
  dayOfCell,
  isDate,
  shortDay,
  shortDays,
} from '../calendar/calendar-date';
import { fieldNamed } from '../contract/fields';
import { capital, fitText, shownCount, shownNumber, shownPercent } from '../employer-api/text';
import { type Definitions, onlyDefinition } from '../figures/definitions';
import { type Figure, type FigureRequest, type Group, isOpen, unfinishedIn } from '../figures/figures';
import type { KeyPart } from '../figures/group-keys';
import { MEANINGS, wordOf } from '../figures/measures';
import type { ReportSheet, ReportSheets } from '../reports/ports';
import { isSampleOwner, type SavedReport } from '../reports/saved/saved-report';
import { type ContextServices, SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import type { SheetValue } from '../reports/sheet/cells';

/** The cell that a person has selected. Rows and columns count from 1. */
export interface SelectedCell {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  /** The values of a reference in its formula, `B2` or `Settings!A1:B3`; `undefined` for what is none. One service call, two for another sheet. */
  read(reference: string): readonly (readonly unknown[])[] | undefined;
}

/** What is known of the selected cell. */
export interface Explanation {
  /** What the cell holds: `Worked % of Grand Hotel`. */
  readonly title: string;
  /** What to know, most important first. */
  readonly lines: readonly ExplanationLine[];
}

/** One thing to know. */
export interface ExplanationLine {
  readonly label: string;
  readonly value: string;
}

/** Why nothing is known of the rows behind a cell. */
export const NOT_KEPT =
  'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.';
/** Why none of the rows that are kept is behind a cell. */
export const UNKNOWN =
  'None of the rows that are kept: the names, days or ID of this line were changed, or the service corrected them. Refresh the report.';

/** The label of the line that counts the records of a figure. */
export const BEHIND = 'Rows behind it';

/** Lines of those values that are known. */
export function linesOf(
  values: Readonly<Record<string, string | false | null | undefined>>,
): ExplanationLine[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** What is said under a title: of these values those that are known, then more. */
export function explained(
  title: string,
  values: Parameters<typeof linesOf>[0] = {},
  more: readonly ExplanationLine[] = [],
): Explanation {
  return { title, lines: [...linesOf(values), ...more] };
}

/** A name of a venue or a sheet as a title repeats it. */
export function nameInTitle(text: string): string {
  return fitText(text, 80);
}

/**
 * What a field, a figure or a key means, by its name; nothing where that says it.
 *
 * @param definitions What a percentage may be made of: where that is one, it is said what it is a share of.
 */
export function meaningOf(name: string, definitions?: Definitions): ExplanationLine[] {
  // Every percentage may have a target.
  const known = name.replace(/.*PERCENTAGE_TARGET$/, 'TARGET').replace(/.*PERCENTAGE_GAP$/, 'GAP_TO_TARGET');
  const positions = MEANINGS[known.replace('_PERCENTAGE', '')];
  const only = onlyDefinition(definitions);
  const of = only ? `${wordOf(only.denominator).replace('true demand', 'needed')} ` : '';
  const share = positions?.replace('Positions', `Share of ${of}positions`);
  const isPeriod = /^(?:WEEK|MONTH|QUARTER|YEAR)$/.test(name);
  const meaning = MEANINGS[known] ?? share ?? (isPeriod && `The first day of the ${name.toLowerCase()}`);
  return linesOf({ Meaning: meaning && `${meaning}.` });
}

/** A title: what people call a figure, and whose it is: `Worked % of Grand Hotel, week 2 Mar 2026`. */
export function titleOf(word: string, parts: readonly KeyPart[] = []): string {
  return [capital(word), partsInTitle(parts)].filter(Boolean).join(' of ');
}

/** What records have in common, as a title says it. */
export function partsInTitle(parts: readonly KeyPart[]): string {
  const words = parts.map(({ key, value }) => {
    if (value === null) return `no ${key}`;
    // Numbers are first days.
    if (typeof value === 'number') return `${key === 'day' ? '' : `${key} `}${shortDay(value)}`;
    return nameInTitle(value);
  });
  return words.join(', ');
}

/**
 * What a figure is made of: the sums of its rows or their one record's values, its basis or why it is blank, its rows, and
 * how sure it is.
 *
 * @param request Undefined, like the figure, where only rows stand behind a cell.
 * @param again What they give now, by its label.
 */
export function figureLines(
  request: FigureRequest | undefined,
  figure: Figure | undefined,
  group: Pick<Group, 'rows'>,
  today: CalendarDate,
  again: Readonly<Record<string, string>>,
): ExplanationLine[] {
  const records = group.rows.length;
  if (!request || !figure) return linesOf({ [BEHIND]: shownCount(records, 'shift record'), ...again });
  const { measure, definitions, targets, likeness } = request;
  const open = measure.finishedDaysOnly ? unfinishedIn(group, today) : 0;
  const behind = [
    shownCount(records, 'shift record'),
    ...(open > 0 ? [`${shownNumber(open)} not over yet and left out`] : []),
    ...(figure.skipped > 0 ? [`${shownNumber(figure.skipped)} without a value and left out`] : []),
  ];
  const { numerator, denominator } = definitions?.left[0] ?? {};
  const top = measure.kind === 'count' ? measure.words[0] : numerator && wordOf(numerator);
  const counted = records - open - figure.skipped;
  const sum = `${shownNumber(figure.k)} ${top}`;
  // A plan and a target are not added up.
  const isSum = counted > 0 && !targets?.plan && !(measure.kind === 'rate' && measure.beside);
  const { low, high } = figure;
  const factor = likeness?.toFixed(1) ?? '1.0';
  const width = factor === '1.0' ? '' : `, as weeks here vary ${factor} times as much as by chance alone`;
  return linesOf({
    'Made of':
      top && isSum && (denominator ? `${sum} ÷ ${shownNumber(figure.n)} ${wordOf(denominator)}` : sum),
    Basis: basisText(request, figure, isOpen(group, today)),
    [BEHIND]: behind.join(', '),
    ...again,
    'Likely range':
      low === null || high === null || counted < 2
        ? undefined
        : `${shownPercent(low)} to ${shownPercent(high)} (95%)${width}`,
  });
}

/** How the value of a field or a figure is written, by its name: with as many digits as a cell shows. */
export function shownValue(name: string): (value: number) => string {
  if (/PERCENTAGE$/.test(name)) return shownPercent;
  if (fieldNamed(name)?.kind === 'date') return shortDay;
  return name === 'SHIFT_ID' ? String : shownNumber;
}

/** What explanations ask of the spreadsheet. */
export interface ExplainServices extends ContextServices {
  /** The one cell that is in use; `undefined` where there is none. One service call. */
  selectedCell(): SelectedCell | undefined;
  readonly sheets: ReportSheets;
}

/** The selected cell, and everything about the spreadsheet that its explanation rests on. It makes no request. */
export class KnownFacts extends SpreadsheetContext {
  /** @param sheet That of the cell. */
  constructor(
    services: ExplainServices,
    readonly cell: SelectedCell,
    readonly sheet: ReportSheet,
    readonly sheets = services.sheets,
  ) {
    super(services);
  }

  /** A moment as people read it: `21 Nov 2026, 14:05 (Europe/London)`; `undefined` for none. */
  time(moment: number | string | null | undefined): string | undefined {
    if (!moment) return undefined;
    return `${this.services.calendar.text(new Date(moment).getTime(), this.zone())} (${this.zone()})`;
  }

  /** The day of a cell that holds a date. */
  dayIn(shown: Date): CalendarDate {
    return dayOfCell(shown, (millis) => this.services.calendar.serial(millis, this.zone()));
  }

  /** Whether a cell holds a value that was written to it. */
  holds(shown: unknown, value: SheetValue): boolean {
    if (isDate(shown)) return value === this.dayIn(shown);
    if (typeof value === 'number') {
      return typeof shown === 'number' && Math.abs(shown - value) <= 1e-9 * Math.max(1, Math.abs(value));
    }
    return (shown ?? '') === (typeof value === 'string' ? fitText(value) : (value ?? ''));
  }

  /**
   * Whether the rows still give what a cell shows: days are corrected, and people type over cells.
   *
   * @param say How a number is written.
   */
  comparison(shown: unknown, value: SheetValue, say: (value: number) => string): string {
    const words = typeof value === 'number' ? say(value) : nameInTitle(String(value ?? '')) || 'Blank';
    return this.holds(shown, value)
      ? `${words}, matches the cell.`
      : `${words}, which differs from the cell: it was changed, or the service corrected these days. Refresh the report.`;
  }

  /** What a table rests on: its report, its days, its refresh, and the request that brought its rows. */
  tableLines(saved: SavedReport | undefined, days: DateRange, dashboard?: string): ExplanationLine[] {
    const { content, lastRun } = saved ?? {};
    const isAsked = lastRun?.outcome === 'refreshed' && !isSampleOwner(content?.owner);
    return linesOf({
      Dashboard: dashboard,
      Report: saved?.sheet,
      Period: shortDays(days),
      Refreshed: this.time(content?.refreshedAt),
      'Data as of': this.time(content?.generatedAt),
      'Correlation ID': isAsked ? lastRun.correlationId : undefined,
    });
  }
}
