import { fitText } from '../../employer-api/text';
import type { Mail } from '../ports';

/** A figure with what it is compared with. Everything is ready to be read. */
export interface MailTile {
  readonly label: string;
  /** `85.8%`; `–` where it can't be given. */
  readonly value: string;
  /** `▼ from 88.8%, worse`; empty where nothing is known. */
  readonly change: string;
  /** `target 90.0%`; empty without one. */
  readonly target: string;
  /** Whether it changed for the worse, by more than is usual. */
  readonly isWorse: boolean;
}

/** A row of a table: its cells, a second line below the first of them, and the length of a bar after the second. */
export interface MailRow {
  readonly cells: readonly string[];
  readonly below?: string;
  /** Above 0, at most 1. */
  readonly share?: number;
}

/** One part of a mail. */
export type MailBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly note?: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tiles'; readonly tiles: readonly MailTile[] }
  /** The first column is text, the others are figures. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly MailRow[] }
  | {
      readonly kind: 'picture';
      /** For those who see no pictures. */
      readonly alternative: string;
      readonly caption: string;
      /** A PNG file; `undefined` where there is nothing to draw. */
      readonly png: readonly number[] | undefined;
      /** How wide it is shown, in pixels. */
      readonly width: number;
      /** What stands at its corners: the ends of its scale right of it, those of its time below. */
      readonly scale: Readonly<Record<'top' | 'bottom' | 'from' | 'to', string>>;
    };

/**
 * A mail or a message of Google Chat. Names in it have gone through `nameInMail`, other text that people typed through
 * `typedText`.
 */
export interface MailDocument {
  readonly subject: string;
  /** Above the headline: `Grand Hotel · week of 16 Nov 2026`. */
  readonly kicker: string;
  /** Why not to take it for the real one; empty for a real one. */
  readonly mark: string;
  readonly headline: string;
  /** What matters, in a sentence or two; empty where the headline says it. */
  readonly sentence: string;
  readonly blocks: readonly MailBlock[];
  /** The address that the button opens, and its words; `address` is empty where it is not known. */
  readonly link: { readonly address: string; readonly words: string };
  /** How the figures are made, when the next mail comes, how to stop it: a sentence each. */
  readonly notes: readonly string[];
}

/** The longest name, and the longest other text that people typed, in characters. */
const [LONGEST_NAME, LONGEST_TEXT] = [60, 400];

/**
 * A name that a person chose, made fit for a mail: on one line, at most 60 characters, without anything that a mail program
 * turns into a link. Anyone who edits the spreadsheet names it and its sheets, but the mail is sent from another account.
 */
export function nameInMail(name: string): string {
  return fitText(withoutLinks(oneLine(name).replace(/[“”„]/g, '"')), LONGEST_NAME);
}

/** A text with names that people typed, made fit for a mail. */
export function typedText(text: string): string {
  return fitText(withoutLinks(oneLine(text)), LONGEST_TEXT);
}

/** Text on one line, without control characters: a name cannot start a line of its own or reverse the text around it. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{C}+/gu, '')
    .trim();
}

/** Text with a space inside each web or mail address, so that it is no link: `shop.example` becomes `shop. example`. */
function withoutLinks(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/([.。．｡])(?=[\p{L}\p{N}-]*\p{L})/gu, '$1 ')
    .replace(/[@＠](?=\S)/g, '$& ')
    .replace(/\b(?:mailto|tel|sms|javascript|data):/gi, '$& ');
}

/** A document as a mail. */
export function writeMail(document: MailDocument): Omit<Mail, 'to'> {
  const png = document.blocks.flatMap((block) =>
    block.kind === 'picture' && block.png ? [block.png] : [],
  )[0];
  return {
    subject: document.subject,
    body: writeText(document),
    html: writeHtml(document),
    pictures: png === undefined ? {} : { [PICTURE_ID]: png },
  };
}

/** The same as plain text, with the same figures. */
export function writeText({ mark, kicker, headline, sentence, blocks, link, notes }: MailDocument): string {
  // What stands below a heading belongs to it.
  const body = blocks.map((block, at) =>
    block.kind === 'heading' && (blocks[at + 1]?.kind ?? 'heading') !== 'heading'
      ? `${blockText(block)}\n`
      : `${blockText(block)}\n\n`,
  );
  const open = link.address === '' ? '' : `${link.words}: ${link.address}`;
  const parts = [mark, kicker, headline, sentence, body.join('').trimEnd(), open, notes.join('\n')];
  return joined(parts, '\n\n');
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}${block.note === undefined ? '' : ` (${block.note})`}`;
    case 'text':
      return block.text;
    case 'tiles':
      return block.tiles
        .map(({ label, value, change, target }) => `${label}: ${joined([value, change, target])}`)
        .join('\n');
    case 'picture':
      return `${block.alternative}\n${block.caption}`;
    case 'table':
      return block.rows
        .map(({ cells: [name = '', ...cells], below = '' }) => {
          const figures = cells.map((cell, at) => {
            const head = block.head[at + 1] ?? '';
            return cell === '' || head === ''
              ? cell
              : `${head.charAt(0).toLowerCase()}${head.slice(1)} ${cell}`;
          });
          return `${name}${figures.length === 0 ? '' : ': '}${joined([...figures, below])}`;
        })
        .join('\n');
  }
}

function joined(parts: readonly string[], by = ', '): string {
  return parts.filter((part) => part !== '').join(by);
}

/** The name of the picture inside a mail. */
const PICTURE_ID = 'trend';
const FONT = 'font-family:Arial,Helvetica,sans-serif';

/** Inline for mail programs that know no style sheets; the classes carry the dark theme and narrow screens. */
const STYLES = {
  text: 'color:#202124;font-size:14px;line-height:21px',
  muted: 'color:#5f6368;font-size:12px;line-height:18px',
  worse: 'color:#a84300;font-size:12px;line-height:18px',
  heading: 'color:#202124;font-size:15px;line-height:22px;font-weight:bold;margin:20px 0 6px',
  cell: 'padding:6px;border-bottom:1px solid #e0e3e7;color:#202124;font-size:13px;line-height:18px',
  head: 'padding:6px;border-bottom:1px solid #e0e3e7;color:#5f6368;font-size:13px;line-height:18px;font-weight:normal',
  said: 'margin:0 0 16px;padding:10px 12px;background:#e8f0fe;border-left:4px solid #1a73e8',
  warning: 'margin:0 0 12px;padding:8px 12px;background:#fdebd0;color:#5c3a00',
  button:
    'display:inline-block;padding:10px 18px;border-radius:4px;background:#1a73e8;color:#ffffff;font-size:14px;text-decoration:none',
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
.cell,.head{padding:6px 3px!important}.bar{display:none!important}
}`;

/**
 * The document as HTML for mail: 600 px wide, tables and inline styles, light and dark. It needs nothing from the network
 * and loses no figure without its picture. Every text is escaped.
 *
 * @param picture `cid:…` in a mail, `data:…` on a page.
 */
export function writeHtml(document: MailDocument, picture = `cid:${PICTURE_ID}`): string {
  const { subject, mark, kicker, headline, sentence, blocks, link, notes } = document;
  const parts = [
    mark === '' ? '' : paragraph(mark, 'warning', `${STYLES.text};${STYLES.warning}`),
    kicker === '' ? '' : paragraph(kicker, 'muted', `${STYLES.muted};margin:0`),
    `<h1 class="text" style="${STYLES.text};font-size:20px;line-height:28px;margin:4px 0 8px">${escapeHtml(headline)}</h1>`,
    sentence === '' ? '' : paragraph(sentence, 'said', `${STYLES.text};${STYLES.said}`),
    ...blocks.map((block) => blockHtml(block, picture)),
    link.address === ''
      ? ''
      : `<p style="margin:20px 0"><a href="${escapeHtml(link.address)}" style="${STYLES.button}">${escapeHtml(link.words)}</a></p>`,
    ...notes.map((note) => paragraph(note, 'muted')),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${SHEET}</style></head>
<body class="outer" style="margin:0;padding:0;background:#f1f3f4;${FONT}">
<table role="presentation" class="outer" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f4"><tr><td align="center">
<table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff"><tr>
<td class="inside" style="padding:28px;${FONT};text-align:left">
${joined(parts, '\n')}
</td></tr></table>
</td></tr></table>
</body></html>`;
}

function blockHtml(block: MailBlock, picture: string): string {
  switch (block.kind) {
    case 'heading': {
      const note =
        block.note === undefined
          ? ''
          : ` <span class="muted" style="${STYLES.muted};font-weight:normal">(${escapeHtml(block.note)})</span>`;
      return `<h2 class="text" style="${STYLES.heading}">${escapeHtml(block.text)}${note}</h2>`;
    }
    case 'text':
      return paragraph(block.text, 'text');
    case 'tiles':
      return tilesHtml(block.tiles);
    case 'table':
      return tableHtml(block);
    case 'picture': {
      const { alternative, caption, png, width, scale } = block;
      if (png === undefined) return `${paragraph(alternative, 'text')}\n${paragraph(caption, 'muted')}`;
      const image = `<img src="${escapeHtml(picture)}" width="${width}" alt="${escapeHtml(alternative)}" class="text" style="${STYLES.text};display:block;width:100%;max-width:${width}px;height:auto">`;
      const label = (text: string, look: string) =>
        `<td class="muted" style="${STYLES.muted};${look}">${escapeHtml(text)}</td>`;
      const ends = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${label(scale.from, 'text-align:left')}${label(scale.to, 'text-align:right')}</tr></table>`;
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td rowspan="2">${image}</td>${label(scale.top, 'vertical-align:top;width:36px;padding-left:4px')}</tr><tr>${label(scale.bottom, 'vertical-align:bottom;padding-left:4px')}</tr><tr><td>${ends}</td><td></td></tr></table>\n${paragraph(caption, 'muted')}`;
    }
  }
}

function paragraph(text: string, look: string, style = `${STYLES[look as 'text']};margin:0 0 6px`): string {
  return `<p class="${look}" style="${style}">${escapeHtml(text)}</p>`;
}

function tilesHtml(tiles: readonly MailTile[]): string {
  const line = (text: string, look: 'muted' | 'worse') =>
    text === '' ? '' : `<div class="${look}" style="${STYLES[look]}">${escapeHtml(text)}</div>`;
  const cells = tiles.map(
    ({ label, value, change, target, isWorse }) =>
      `<td class="tile" width="33%" valign="top" style="padding:10px;background:#f8f9fa">${line(label, 'muted')}<div class="text figure" style="${STYLES.text};font-size:22px;line-height:30px;font-weight:bold">${escapeHtml(value)}</div>${line(change, isWorse ? 'worse' : 'muted')}${line(target, 'muted')}</td>`,
  );
  const rows = [cells.slice(0, 3), cells.slice(3)].map((row) => `<tr>${row.join('')}</tr>`);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="4" style="table-layout:fixed">${rows.join('')}</table>`;
}

/** Of a narrow screen the names take what the figures leave, and the bars go. */
function tableHtml({ head, rows }: Extract<MailBlock, { kind: 'table' }>): string {
  const side = (at: number) => (at === 0 ? 'left' : 'right');
  const hasBars = rows.some(({ share }) => share !== undefined);
  const barHead = hasBars ? `<th class="head bar" style="${STYLES.head}"></th>` : '';
  const heads = head.map(
    (title, at) =>
      `<th class="head" align="${side(at)}" scope="col" style="${STYLES.head};text-align:${side(at)}">${escapeHtml(title)}</th>${at === 1 ? barHead : ''}`,
  );
  const lines = rows.map(({ cells, below = '', share }) => {
    const made = cells.map((text, at) => {
      const second =
        at > 0 || below === '' ? '' : `<div class="muted" style="${STYLES.muted}">${escapeHtml(below)}</div>`;
      const isShort = at > 0 && text.length < 12 ? ';white-space:nowrap' : '';
      const cell = `<td class="cell" align="${side(at)}" style="${STYLES.cell};text-align:${side(at)}${isShort}">${escapeHtml(text)}${second}</td>`;
      return at === 1 && hasBars
        ? `${cell}<td class="cell bar" width="25%" style="${STYLES.cell}">${bar(share)}</td>`
        : cell;
    });
    return `<tr>${made.join('')}</tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><tr>${heads.join('')}</tr>${lines.join('')}</table>`;
}

/** A bar of HTML: a table cell as wide as its share. */
function bar(share = 0): string {
  const percent = Math.max(1, Math.round(100 * share));
  const thin = 'font-size:1px;line-height:10px';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="${percent}%" style="width:${percent}%;height:10px;background:#1a73e8;${thin}">&nbsp;</td><td style="${thin}">&nbsp;</td></tr></table>`;
}

/** Text that stays text, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Google Chat takes 32,000 bytes: https://developers.google.com/workspace/chat/api/reference/rest. In characters. */
const LONGEST_FALLBACK = 4000;

/** The document as a message of Google Chat: a card, and its plain text for where cards are not shown. */
export function writeChatMessage(document: MailDocument): string {
  const { headline, kicker, mark, sentence, blocks, link } = document;
  const texts = [mark, sentence, ...blocks.map(blockText)].filter((text) => text !== '');
  const button = { text: link.words, onClick: { openLink: { url: link.address } } };
  const card = {
    header: { title: plain(headline), subtitle: plain(kicker) },
    sections: [
      { widgets: texts.map((text) => ({ textParagraph: { text: plain(text) } })) },
      ...(link.address === '' ? [] : [{ widgets: [{ buttonList: { buttons: [button] } }] }]),
    ],
  };
  const fallbackText = fitText(plain(writeText(document)), LONGEST_FALLBACK);
  return JSON.stringify({ fallbackText, cardsV2: [{ cardId: 'summary', card }] });
}

/** Text in which Google Chat finds no tag, link or mention: it reads `<users/all>` as one. */
function plain(text: string): string {
  return text
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/[*_~`]/g, '\u200b$&');
}
