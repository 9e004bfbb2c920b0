import type { Mail } from '../reports/ports';
import { PICTURE_ID, writeHtml } from './pack-html';
import type { PackPage } from './pack-page';
import { writeText } from './pack-text';
import { encodePng, type Gzip } from './png';
import { drawTrend } from './trend-image';

/** A page as a mail. */
export function writeMail(page: PackPage, gzip: Gzip): Omit<Mail, 'to'> {
  const picture = drawTrend(page.trend.picture);
  return {
    subject: page.subject,
    body: writeText(page),
    html: picture === undefined ? writeHtml(page, '') : writeHtml(page),
    pictures: picture === undefined ? {} : { [PICTURE_ID]: encodePng(picture, gzip) },
  };
}
