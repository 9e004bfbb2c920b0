import {
  type CalendarDate,
  type DateRange,
  shortDay,
  shortDays,
  shortMoment,
  shortMonth,
  startOfPeriod,
  weekdayName,
} from '../calendar/calendar-date';
import type { SummaryForm } from '../contract/summaries';
import { only } from '../dashboards/choice';
import {
  DashboardFigures,
  figureIn,
  headingOfKey,
  isComplete,
  isRate,
  largestFirst,
  nameOf,
  rateText,
  severalOf,
  targetOfAll,
  valueIn,
} from '../dashboards/dashboard-figures';
import { definitionsOf } from '../dashboards/notes';
import { reportText } from '../dashboards/page';
import { LEADING_FIGURES, MISSING_NOTE, sentenceOf, worstOf } from '../dashboards/templates/overview';
import { figureTile, targetNote, targetText } from '../dashboards/tiles';
import { capital, fitText, shownCount, shownNumber, shownPercent, shownRate } from '../employer-api/text';
import { type Group, isProvisional, keyOf } from '../figures/figures';
import { DAYS_UNTIL_FINAL, MOST_VENUE_PAGES } from '../limits';
import {
  type MailBlock,
  type MailDocument,
  type MailTile,
  nameInMail,
  typedText,
} from '../reports/mail/mail-document';
import { drawTrend, type Gzip } from './trend-image';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
/** Periods of the trend, and days of each weekday that say what is usual. */
const PERIODS = 13;
/** Of 13 days, in order, the 7th is the median; all but the least and the most lie from the 2nd to the 12th. */
const [MEDIAN, SECOND, TWELFTH] = [6, 1, 11];
/** The longest subject of a mail, in characters. */
const LONGEST_SUBJECT = 80;
const NONE = '–';

/** The complete weeks or months of a report, oldest first, also those without shifts. */
function completePeriods(figures: DashboardFigures, unit: SummaryForm['every']): readonly Group[] {
  return figures.by(unit).groups.filter(isComplete);
}

/**
 * The pages of a summary email, by venue, `''` for shifts without one: those with the most missing people. `undefined` stands
 * for the whole report, which is also the only page where no venue has shifts. `left`: how many venues get no page.
 */
export function pagesOf(
  figures: DashboardFigures,
  { every, split }: Pick<SummaryForm, 'every' | 'split'>,
  start: CalendarDate,
): { readonly pages: readonly (string | undefined)[]; readonly left: number } {
  const groups = split === 'all' ? [] : figures.by(every, 'venue').groups;
  const own = groups.filter(({ keys: [period] }) => period === start);
  if (own.every((group) => keyOf(group, 1) === null)) return { pages: [undefined], left: 0 };
  const venues = largestFirst(own, (group) => valueIn(group, 'MISSING_PEOPLE'));
  const pages = venues.slice(0, MOST_VENUE_PAGES).map((group) => String(keyOf(group, 1) ?? ''));
  return { pages, left: venues.length - pages.length };
}

/** What a page needs besides the rows. */
interface PageContext {
  /** The name and the address of the spreadsheet; empty where they are not known. */
  readonly spreadsheet: string;
  readonly link: string;
  /** What the reader of a test must know; empty for a page that is no test. */
  readonly test: string;
  /** How many venues have no page, where each has its own. */
  readonly left: number;
  readonly gzip: Gzip;
}

/**
 * Makes the page of a complete week or month.
 *
 * @param whole The figures of the whole report.
 * @param start Its first day.
 * @param venue Whose page it is, as of `pagesOf`. @default of the whole report
 */
export function planSummary(
  whole: DashboardFigures,
  unit: SummaryForm['every'],
  start: CalendarDate,
  context: PageContext,
  venue?: string,
): MailDocument {
  const { source } = whole;
  const own = venue === undefined ? undefined : { ...source, chosen: [only('venue', venue)] };
  const figures = own ? new DashboardFigures(own, whole) : whole;
  const firstDay = (periods: number) => startOfPeriod(unit, start, source.weekStart, periods);
  const days = { from: start, to: firstDay(1) - 1 };
  const periods = completePeriods(figures, unit).filter((group) => Number(keyOf(group)) <= start);
  const periodFrom = (first: CalendarDate) =>
    periods.find((group) => keyOf(group) === first && group.rows.length > 0);
  const [former, now] = [periodFrom(firstDay(-1)), periodFrom(start)];
  const among = unit === 'week' ? periods.slice(-PERIODS) : undefined;
  const change = former && now && { former, latest: now, among };
  const places = figures.by(unit, severalOf(figures)).groups.filter((group) => keyOf(group) === start);
  const why = unit === 'week' ? figures.whyTheWeekMoved(RATE) : undefined;
  const hasMoved = why?.verdict === 'moved' && why.week === start;
  const name = venue === '' ? '(no venue)' : nameInMail(venue ?? context.spreadsheet);
  const tiles = (now ? LEADING_FIGURES : []).map((name): MailTile => {
    const { words, value, notes } = figureTile(figures, name, now, change);
    const shown = typeof value === 'number' ? (isRate(name) ? shownPercent : shownNumber)(value) : value;
    return { label: words, value: String(shown ?? NONE), lines: notes };
  });
  const headline = tiles[0] ? `${tiles[0].label} ${tiles[0].value}` : 'Shift fulfilment';
  const [short, long] = [false, true].map((hasYear) =>
    unit === 'week' ? `week of ${shortDay(start, hasYear)}` : shortMonth(start),
  );
  const kind = context.test !== '' ? 'TEST: ' : source.isSample ? 'SAMPLE: ' : '';
  const sample = source.isSample ? 'SAMPLE: figures of an employer that doesn’t exist.' : '';
  const { asOf, today, zone } = source;
  const where = nameInMail(context.spreadsheet);
  const sentences = [
    `${asOf === null ? 'The service gave no time for its data' : `As of ${shortMoment(asOf)}, ${zone}`}, ${reportText(source)}`,
    now && definitionsOf(figures, LEADING_FIGURES.filter(isRate), now),
    now && MISSING_NOTE,
    now && `Changes are from the ${unit} before`,
    now && figures.notes(now),
    isProvisional(days.to, today) && `Figures of the last ${DAYS_UNTIL_FINAL} days may still be corrected`,
    context.left > 0 &&
      `At most ${MOST_VENUE_PAGES} venues get a page, those with the most missing people: ${shownCount(context.left, 'venue')} left out`,
    `To change or stop it${where === '' ? '' : `, open “${where}”`}: Extensions ▸ Shift Reports, tab Alerts, section Summary emails`,
  ];
  return {
    subject: fitText([`${kind}${headline} (${short})`, name].filter(Boolean).join(', '), LONGEST_SUBJECT),
    kicker: [name, long].filter(Boolean).join(' · '),
    mark: [context.test, sample].filter(Boolean).join(' '),
    headline,
    // What the Overview would say.
    sentence: now ? typedText(sentenceOf(figures, now, change, places)) : `No shifts in this ${unit}.`,
    blocks: [
      ...(now ? [{ tiles }] : []),
      ...(hasMoved ? [{ title: 'What changed', text: typedText(why.text) }] : []),
      ...planTrend(figures, unit, days, periods.slice(-PERIODS), context.gzip),
      ...(now ? [planWorst(figures, places)] : []),
      ...planUsual(figures),
    ],
    link: { address: context.link, words: 'Open the spreadsheet' },
    notes: sentences.flatMap((sentence) => (sentence ? [`${capital(typedText(sentence))}.`] : [])),
  };
}

/** How true fulfilment went. @param periods The newest ones up to these days, oldest first. */
function planTrend(
  figures: DashboardFigures,
  unit: SummaryForm['every'],
  days: DateRange,
  periods: readonly Group[],
  gzip: Gzip,
): MailBlock[] {
  const points = periods.map((group) => figureIn(group, RATE));
  const firstDays = periods.map((group) => Number(keyOf(group)));
  const texts = points.map(({ value, low, high }, at) => {
    const first = firstDays[at] as CalendarDate;
    const range = low === null || high === null ? '' : ` (${shownRate(low)}–${shownPercent(high)})`;
    const period = unit === 'week' ? shortDay(first, false) : shortMonth(first);
    return `${period} ${value === null ? 'not given' : shownPercent(value)}${range}`;
  });
  const line = targetOfAll(figures);
  const drawn = drawTrend(points, line, gzip);
  if (drawn === undefined) return [];
  const shown = shortDays({ ...days, from: firstDays[0] as CalendarDate });
  const orange = line === null ? '' : `, the orange line the ${targetText([line])}`;
  const picture = {
    alternative: `${texts.join(', ')}.`,
    caption: `${shown}. The band is the likely range${orange}.`,
    png: drawn.png,
    scale: [`${drawn.top}%`, `${drawn.bottom}%`] as const,
  };
  return [{ title: `True fulfilment, ${shownCount(points.length, unit)}`, picture }];
}

/** The list of the Overview, with a verdict for each. */
function planWorst(figures: DashboardFigures, places: readonly Group[]): MailBlock {
  const several = severalOf(figures);
  const worst = worstOf(places);
  const missing = (group: Group | undefined) => valueIn(group, 'MISSING_PEOPLE') ?? 0;
  const rows = worst.map((group) => ({
    cells: [nameInMail(nameOf(group, 1)), shownNumber(missing(group)), rateText(group, RATE) ?? NONE],
    share: missing(group) / missing(worst[0]),
    below: targetNote(figures, RATE, group, several),
  }));
  const title = 'Most missing people';
  const head = [headingOfKey(several), 'Missing', 'Fulfilment'];
  return rows.length === 0 ? { title, text: 'No one was missing.' } : { title, table: { head, rows } };
}

/** By weekday, from the first of the week: what the last 13 of them were like. None where there are fewer, gaps, or no shifts. */
function planUsual(figures: DashboardFigures): MailBlock[] {
  const { today, weekStart } = figures.source;
  const over = figures.by('day').groups.filter((day) => Number(keyOf(day)) < today);
  const first = startOfPeriod('week', today, weekStart);
  const rows = Array.from({ length: 7 }, (_, at) => weekdayName(first + at)).flatMap((name) => {
    const days = over.filter((day) => weekdayName(Number(keyOf(day))) === name).slice(-PERIODS);
    const known = days
      .flatMap((day) => valueIn(day, 'MISSING_PEOPLE') ?? [])
      .sort((one, other) => one - other);
    if (known.length < PERIODS) return [];
    const [median, second, twelfth] = [MEDIAN, SECOND, TWELFTH].map((at) => shownNumber(known[at] as number));
    return [{ cells: [name, `${median} (${second}–${twelfth})`] }];
  });
  if (rows.length === 0 || figures.by().total.rows.length === 0) return [];
  const table = { head: ['Weekday', 'Usually missing'], rows };
  return [{ title: 'What a normal week looks like', note: 'by the last 13 of each weekday', table }];
}
