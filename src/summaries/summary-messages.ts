import { utf8Length } from '../employer-api/text';
import type { Mail } from '../reports/ports';
import type { SummaryPage, SummaryTile } from './summary-page';
import { drawTrend, encodePng, type Gzip, SHOWN_SIZE } from './trend-image';

/** A page as a mail. */
export function writeMail(page: SummaryPage, gzip: Gzip): Omit<Mail, 'to'> {
  const picture = drawTrend(page.trend.picture);
  return {
    subject: page.subject,
    body: writeText(page),
    html: picture === undefined ? writeHtml(page, '') : writeHtml(page),
    pictures: picture === undefined ? {} : { [PICTURE_ID]: encodePng(picture, gzip) },
  };
}

/** The page as plain text, with the same figures. */
export function writeText(page: SummaryPage): string {
  const { mark, name, period, headline, sentence, tiles, trend, worst, usual, open, link, notes } = page;
  return [
    ...(mark === '' ? [] : [mark]),
    [name, period].filter(Boolean).join(' · '),
    headline,
    sentence,
    tiles
      .map(({ label, value, change, target }) =>
        [`${label}: ${value}`, change, target].filter((part) => part !== '').join(', '),
      )
      .join('\n'),
    [`${trend.title}:`, ...trend.figures, trend.caption].join('\n'),
    worst.lines.length === 0
      ? 'No one was missing.'
      : [
          `${worst.title}:`,
          ...worst.lines.map(
            ({ name: who, missing, rate, verdict }) =>
              `${who}: ${missing} missing, ${worst.rateName} ${rate}${verdict === '' ? '' : `, ${verdict}`}`,
          ),
        ].join('\n'),
    ...(usual.lines.length === 0
      ? []
      : [
          [
            `${usual.title} (${usual.note}):`,
            ...usual.lines.map(
              ({ weekday, median, range }) => `${weekday}: median ${median}, 11 of 13 between ${range}`,
            ),
          ].join('\n'),
        ]),
    ...(open === undefined
      ? []
      : [[open.title, ...open.lines.map(({ day, count }) => `${day}: ${count}`)].join('\n')]),
    ...(link === '' ? [] : [`Open the spreadsheet: ${link}`]),
    notes.join('\n'),
  ].join('\n\n');
}

/** The name of the picture inside a mail. */
const PICTURE_ID = 'trend';

const WIDTH = 600;
const FONT = 'font-family:Arial,Helvetica,sans-serif';

/** Inline for mail programs that know no style sheets; the classes carry the dark theme and narrow screens. */
const STYLES = {
  text: 'color:#202124;font-size:14px;line-height:21px',
  muted: 'color:#5f6368;font-size:12px;line-height:18px',
  worse: 'color:#a84300;font-size:12px;line-height:18px',
  heading: 'color:#202124;font-size:15px;line-height:22px;font-weight:bold;margin:0',
  cell: 'padding:6px;border-bottom:1px solid #e0e3e7;color:#202124;font-size:13px;line-height:18px',
  head: 'padding:6px;border-bottom:1px solid #e0e3e7;color:#5f6368;font-size:13px;line-height:18px;font-weight:normal',
} as const;

const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.outer{background:#1b1c1f!important}.page{background:#26282c!important}
.text,.cell{color:#e8eaed!important}.muted,.head{color:#b4bac1!important}
.cell,.head{border-color:#44484e!important}.tile{background:#303338!important}
.worse{color:#ffb27a!important}
.said{background:#253550!important;color:#e8eaed!important}
.warning{background:#4d3312!important;color:#ffe0bd!important}
}
@media (max-width:480px){
.inside{padding:16px!important}.tile{padding:8px!important}.figure{font-size:18px!important}
}`;

/** `cid:…` in a mail, `data:…` on a page; empty for no picture. */
type PictureAddress = string;

/**
 * The page as HTML for mail: 600 px wide, tables and inline styles, light and dark. It needs nothing from the network
 * and loses no figure without its picture. Every text is escaped.
 */
export function writeHtml(page: SummaryPage, picture: PictureAddress = `cid:${PICTURE_ID}`): string {
  const parts = [
    ...(page.mark === ''
      ? []
      : [
          `<p class="warning" style="${STYLES.text};margin:0 0 12px;padding:8px 12px;background:#fdebd0;color:#5c3a00">${escapeHtml(page.mark)}</p>`,
        ]),
    `<p class="muted" style="${STYLES.muted};margin:0">${escapeHtml([page.name, page.period].filter(Boolean).join(' · '))}</p>`,
    `<h1 class="text" style="${STYLES.text};font-size:20px;line-height:28px;margin:4px 0 8px">${escapeHtml(page.headline)}</h1>`,
    `<p class="said" style="${STYLES.text};margin:0 0 16px;padding:10px 12px;background:#e8f0fe;border-left:4px solid #1a73e8">${escapeHtml(page.sentence)}</p>`,
    tilesTable(page.tiles),
    section(page.trend.title),
    ...trendParts(page.trend, picture),
    ...worstParts(page.worst),
    ...usualParts(page.usual),
    ...openParts(page.open),
    ...(page.link === ''
      ? []
      : [
          `<p style="margin:20px 0"><a href="${escapeHtml(page.link)}" style="display:inline-block;padding:10px 18px;border-radius:4px;background:#1a73e8;color:#ffffff;font-size:14px;text-decoration:none">Open the spreadsheet</a></p>`,
        ]),
    ...page.notes.map((note) => paragraph(note, 'muted')),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(page.subject)}</title><style>${SHEET}</style></head>
<body class="outer" style="margin:0;padding:0;background:#f1f3f4;${FONT}">
<table role="presentation" class="outer" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f4"><tr><td align="center">
<table role="presentation" class="page" width="${WIDTH}" cellpadding="0" cellspacing="0" style="width:100%;max-width:${WIDTH}px;background:#ffffff"><tr>
<td class="inside" style="padding:28px;${FONT};text-align:left">
${parts.join('\n')}
</td></tr></table>
</td></tr></table>
</body></html>`;
}

function paragraph(text: string, look: 'text' | 'muted'): string {
  return `<p class="${look}" style="${STYLES[look]};margin:0 0 6px">${escapeHtml(text)}</p>`;
}

function section(title: string, note = ''): string {
  const more =
    note === ''
      ? ''
      : ` <span class="muted" style="${STYLES.muted};font-weight:normal">(${escapeHtml(note)})</span>`;
  return `<h2 class="text" style="${STYLES.heading};margin:20px 0 6px">${escapeHtml(title)}${more}</h2>`;
}

function tilesTable(tiles: readonly SummaryTile[]): string {
  const rows = [tiles.slice(0, 3), tiles.slice(3)].map(
    (row) => `<tr>${row.map((tile) => tileCell(tile)).join('')}</tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="4" style="table-layout:fixed">${rows.join('')}</table>`;
}

function tileCell({ label, value, change, target, isWorse }: SummaryTile): string {
  const line = (text: string, look: 'muted' | 'worse') =>
    text === '' ? '' : `<div class="${look}" style="${STYLES[look]}">${escapeHtml(text)}</div>`;
  return [
    '<td class="tile" width="33%" valign="top" style="padding:10px;background:#f8f9fa">',
    line(label, 'muted'),
    `<div class="text figure" style="${STYLES.text};font-size:22px;line-height:30px;font-weight:bold">${escapeHtml(value)}</div>`,
    line(change, isWorse ? 'worse' : 'muted'),
    line(target, 'muted'),
    '</td>',
  ].join('');
}

function trendParts({ caption, figures, title }: SummaryPage['trend'], picture: PictureAddress): string[] {
  const alternative = `${title}: ${figures.join(', ')}.`;
  const image =
    picture === ''
      ? paragraph(alternative, 'text')
      : `<img src="${escapeHtml(picture)}" width="${SHOWN_SIZE.width}" alt="${escapeHtml(alternative)}" class="text" style="${STYLES.text};display:block;width:100%;max-width:${SHOWN_SIZE.width}px;height:auto">`;
  return [image, paragraph(caption, 'muted')];
}

function worstParts({ title, heading, rateName, lines }: SummaryPage['worst']): string[] {
  if (lines.length === 0) return [section(title), paragraph('No one was missing.', 'text')];
  const rows = lines.map(({ name, missing, share, rate, verdict }) =>
    row([
      [name, 'left', undefined, verdict],
      [missing, 'right', bar(share)],
      [rate, 'right'],
    ]),
  );
  const head = headRow(
    [heading, 'Missing', '', rateName.charAt(0).toUpperCase() + rateName.slice(1)],
    ['left', 'right', 'left', 'right'],
  );
  return [section(title), dataTable(head, rows)];
}

/** A bar of HTML: a table cell as wide as its share. */
function bar(share: number): string {
  const percent = Math.max(1, Math.round(100 * share));
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="${percent}%" style="width:${percent}%;height:10px;background:#1a73e8;font-size:1px;line-height:10px">&nbsp;</td><td style="font-size:1px;line-height:10px">&nbsp;</td></tr></table>`;
}

function usualParts({ title, note, lines }: SummaryPage['usual']): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(({ weekday, median, range }) =>
    row([
      [weekday, 'left'],
      [median, 'right'],
      [range, 'right'],
    ]),
  );
  const head = headRow(['Weekday', 'Median', '11 of 13 between'], ['left', 'right', 'right']);
  return [section(title, note), dataTable(head, rows)];
}

function openParts(open: SummaryPage['open']): string[] {
  if (open === undefined) return [];
  if (open.lines.length === 0) return [section(open.title)];
  const rows = open.lines.map(({ day, count }) =>
    row([
      [day, 'left'],
      [count, 'right'],
    ]),
  );
  return [section(open.title), dataTable(headRow(['Day', 'Open'], ['left', 'right']), rows)];
}

type Side = 'left' | 'right';

function dataTable(head: string, rows: readonly string[]): string {
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${head}${rows.join('')}</table>`;
}

function headRow(titles: readonly string[], sides: readonly Side[]): string {
  const cells = titles.map(
    (title, at) =>
      `<th class="head" align="${sides[at]}" scope="col" style="${STYLES.head};text-align:${sides[at]}">${escapeHtml(title)}</th>`,
  );
  return `<tr>${cells.join('')}</tr>`;
}

/** Text, its side, HTML of ours for a cell right of it, and a second line. */
type Cell = readonly [text: string, side: Side, beside?: string | undefined, below?: string];

function row(cells: readonly Cell[]): string {
  const made = cells.map(
    ([text, side, beside, below = '']) =>
      `<td class="cell" align="${side}" style="${STYLES.cell};text-align:${side}">${escapeHtml(text)}${
        below === '' ? '' : `<div class="muted" style="${STYLES.muted}">${escapeHtml(below)}</div>`
      }</td>${
        beside === undefined ? '' : `<td class="cell" width="25%" style="${STYLES.cell}">${beside}</td>`
      }`,
  );
  return `<tr>${made.join('')}</tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stays text, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] as string);
}

/** The largest message that Google Chat takes, in bytes: https://developers.google.com/workspace/chat/api/reference/rest. */
const MOST_CHAT_BYTES = 32_000;

/** The page as a message of Google Chat: a card, and its plain text for where cards are not shown. At most 32,000 bytes. */
export function writeChatMessage(page: SummaryPage): string {
  const lines = plain(writeText(page)).split('\n');
  for (let count = lines.length; ; count -= 1) {
    const fallbackText = [...lines.slice(0, count), ...(count < lines.length ? ['…'] : [])].join('\n');
    const message = JSON.stringify({ fallbackText, cardsV2: [{ cardId: 'summary', card: cardOf(page) }] });
    if (count === 0 || utf8Length(message) <= MOST_CHAT_BYTES) return message;
  }
}

function cardOf({ headline, name, period, mark, sentence, tiles, worst, link }: SummaryPage) {
  const paragraph = (text: string) => ({ textParagraph: { text: plain(text) } });
  const venues = worst.lines.map(
    ({ name: who, missing, rate, verdict }) =>
      `${who}: ${missing} missing, ${rate}${verdict === '' ? '' : `, ${verdict}`}`,
  );
  return {
    header: { title: plain(headline), subtitle: plain([name, period].filter(Boolean).join(' · ')) },
    sections: [
      { widgets: [...(mark === '' ? [] : [paragraph(mark)]), paragraph(sentence)] },
      {
        widgets: tiles.map(({ label, value, change, target }) => ({
          decoratedText: {
            topLabel: plain(label),
            text: plain(value),
            ...(change + target === ''
              ? {}
              : { bottomLabel: plain([change, target].filter(Boolean).join(' · ')) }),
          },
        })),
      },
      ...(venues.length === 0 ? [] : [{ header: plain(worst.title), widgets: venues.map(paragraph) }]),
      ...(link === ''
        ? []
        : [
            {
              widgets: [
                {
                  buttonList: {
                    buttons: [{ text: 'Open the spreadsheet', onClick: { openLink: { url: link } } }],
                  },
                },
              ],
            },
          ]),
    ],
  };
}

/** Text in which Google Chat finds no tag, link or mention: it reads `<users/all>` as one. */
function plain(text: string): string {
  return text
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/[*_~`]/g, '\u200b$&');
}
