import { gzipSync } from 'node:zlib';
import { startOfPeriod } from '../../../src/calendar/calendar-date';
import type { SummaryForm } from '../../../src/contract/summaries';
import { DashboardFigures } from '../../../src/dashboards/dashboard-figures';
import type { DashboardSource } from '../../../src/dashboards/dashboard-source';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { keepDefinitions } from '../../../src/figures/definitions';
import type { MailBlock, MailDocument } from '../../../src/reports/mail/mail-document';
import { planSummary } from '../../../src/summaries/page';
import { dashboardSource, randomRows as rowsOf, TODAY } from '../../support/dashboard-source';
import { SeededRandom } from '../../support/seeded-random';
import { serialOf } from '../../support/shift-records';

type PageContext = Parameters<typeof planSummary>[3];

/** Monday, 8 December 2025, 13 weeks before the week of `TODAY`, and some days to come. */
export const [FROM, TO] = [serialOf('2025-12-08'), TODAY + 9];
/** The last complete week before `TODAY`. */
export const WEEK = serialOf('2026-03-02');

const CONTEXT: PageContext = {
  spreadsheet: 'Shift planning',
  link: 'https://docs.google.com/spreadsheets/d/1abc/edit',
  test: '',
  left: 0,
  gzip: (bytes) => [...gzipSync(Uint8Array.from(bytes))],
};

/** Rows of many venues over 13 weeks and some days to come, some values missing. */
export function randomRows(seed: number, count = 500): ShiftRow[] {
  const random = new SeededRandom(seed);
  return rowsOf(random, { from: FROM, to: TO, count, venues: 1 + random.below(12), blank: 400 });
}

/** What a refresh hands on, with the definitions that it keeps of all rows. */
export function refreshedSource(
  rows: readonly ShiftRow[],
  changes: Partial<DashboardSource> = {},
): DashboardSource {
  const source = dashboardSource(rows, { range: { from: FROM, to: TO }, ...changes });
  return { ...source, keptDefinitions: keepDefinitions(undefined, rows, source.today) };
}

/** The page of the last complete week or month. */
export function pageOf(
  source: DashboardSource,
  {
    unit = 'week',
    venue,
    start,
    ...context
  }: Partial<PageContext> & {
    readonly unit?: SummaryForm['every'];
    readonly venue?: string;
    readonly start?: number;
  } = {},
): MailDocument {
  const first = start ?? startOfPeriod(unit, source.today, source.weekStart, -1);
  return planSummary(new DashboardFigures(source), unit, first, { ...CONTEXT, ...context }, venue);
}

/** The text between tags, as a reader sees it, and the alternative texts of pictures. */
export function readerText(html: string): string {
  return html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<img[^>]* alt="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
}

/** What the blocks have of a part. */
export function partsOf<Part extends keyof MailBlock>({ blocks }: Pick<MailDocument, 'blocks'>, part: Part) {
  return blocks.map((block) => block[part]).filter((own) => own !== undefined);
}

/** The rows of the table below the heading that says so. */
export function rowsBelow({ blocks }: Pick<MailDocument, 'blocks'>, words: string) {
  return blocks.find(({ title }) => title?.includes(words))?.table?.rows ?? [];
}
