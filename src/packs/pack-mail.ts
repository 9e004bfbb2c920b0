import type { CalendarDate } from '../calendar/calendar-date';
import type { DashboardSource } from '../dashboards/dashboard-source';
import type { Mail } from '../reports/ports';
import { PICTURE_ID, writeHtml } from './pack-html';
import { type PageContext, planPack } from './pack-page';
import type { PackRows } from './pack-rows';
import { writeText } from './pack-text';
import { encodePng, type Gzip } from './png';
import { drawTrend } from './trend-image';

/** The page of a complete week or month as a mail. @param start Its first day. */
export function writePack(
  rows: PackRows,
  start: CalendarDate,
  source: DashboardSource,
  context: PageContext,
  gzip: Gzip,
): Omit<Mail, 'to'> {
  const page = planPack(rows, start, source, context);
  const picture = drawTrend(page.trend.picture);
  return {
    subject: page.subject,
    body: writeText(page),
    html: picture === undefined ? writeHtml(page, '') : writeHtml(page),
    pictures: picture === undefined ? {} : { [PICTURE_ID]: encodePng(picture, gzip) },
  };
}
