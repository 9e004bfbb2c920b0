import { fitText } from '../../employer-api/text';
import type { Mail } from '../ports';

/** How wide a picture is shown, in pixels: as wide as what stands beside it. */
export const PICTURE_WIDTH = 544;

/** A figure, with what it is compared with. Everything is ready to be read. */
export interface MailTile {
  readonly label: string;
  /** `85.8%`; `–` where it can't be given. */
  readonly value: string;
  /** Such as `▼ 2.7 pts`, `the worst of 13 weeks` and `target 90.0%`. */
  readonly lines: readonly string[];
}

/** A row of a table: its cells, a second line below the first of them, and the length of a bar below the second. */
export interface MailRow {
  readonly cells: readonly string[];
  readonly below?: string;
  /** Above 0, at most 1. */
  readonly share?: number;
}

/** One part of a mail: its heading, and what stands below it in this order. */
export interface MailBlock {
  readonly title?: string;
  /** Beside the title, in brackets. */
  readonly note?: string;
  readonly tiles?: readonly MailTile[];
  readonly picture?: {
    /** For those who see no pictures. */
    readonly alternative: string;
    readonly caption: string;
    /** A PNG file, shown `PICTURE_WIDTH` wide. */
    readonly png: readonly number[];
    /** The ends of its scale, which stand above and below it. */
    readonly scale: readonly [top: string, bottom: string];
  };
  /** The first column is text, the others are figures. */
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly MailRow[] };
  readonly text?: string;
}

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
  /** What matters, in a sentence or two. */
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
  return fitText(typedText(name).replace(/[“”„]/g, '"'), LONGEST_NAME);
}

/**
 * A text with names that people typed, made fit for a mail. It stays on one line, so a name can start none of its own, and
 * has a space inside each web or mail address, so that it is no link: `shop.example` becomes `shop. example`.
 */
export function typedText(text: string): string {
  const safe = text
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(/\p{C}+/gu, '')
    .trim()
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/([.。．｡])(?=[\p{L}\p{N}-]*\p{L})/gu, '$1 ')
    .replace(/[@＠](?=\S)/g, '$& ')
    .replace(/\b(?:mailto|tel|sms|javascript|data):/gi, '$& ');
  return fitText(safe, LONGEST_TEXT);
}

/** A document as a mail. */
export function writeMail(document: MailDocument): Omit<Mail, 'to'> {
  return {
    subject: document.subject,
    body: writeText(document),
    html: writeHtml(document),
    picture: document.blocks.flatMap(({ picture }) => picture?.png ?? []),
  };
}

/** The same as plain text, with the same figures. */
export function writeText({ mark, kicker, headline, sentence, blocks, link, notes }: MailDocument): string {
  // What stands below a heading belongs to it.
  const body = blocks.map((block) => `${block.title ? '\n\n' : '\n'}${blockTexts(block).join('\n')}`);
  const open = link.address === '' ? '' : `${link.words}: ${link.address}`;
  return joined([mark, kicker, headline, sentence, body.join('').trim(), open, notes.join('\n')], '\n\n');
}

/** The heading of a block, and each thing below it. */
export function blockTexts({ title = '', note, tiles = [], picture, table, text = '' }: MailBlock): string[] {
  const rows = (table?.rows ?? []).map(({ cells: [name = '', ...cells], below = '' }) => {
    const own = cells.map((cell, at) => `${(table?.head[at + 1] ?? '').toLowerCase()} ${cell}`);
    return joined([name, joined([...own, below], ', ')], ': ');
  });
  return [
    note === undefined ? title : `${title} (${note})`,
    tiles.map(({ label, value, lines }) => `${label}: ${joined([value, ...lines], ', ')}`).join('\n'),
    picture === undefined ? '' : `${picture.alternative}\n${picture.caption}`,
    rows.join('\n'),
    text,
  ].filter(Boolean);
}

function joined(parts: readonly string[], by: string): string {
  return parts.filter((part) => part !== '').join(by);
}

const [INK, PALE, SMALL] = ['color:#202124', 'color:#5f6368', 'font-size:12px;line-height:18px'];
const [DARK_INK, DARK_PALE, DARK_LINE] = ['color:#e8eaed', 'color:#b4bac1', 'border-color:#44484e'];
const CELL = 'padding:6px;border-bottom:1px solid #e0e3e7;font-size:13px;line-height:18px';
const FONT = 'font-family:Arial,Helvetica,sans-serif';

/** What elements look like, by their class, and what is other in the dark. Inline for mail programs without style sheets. */
const LOOKS = {
  outer: [`margin:0;padding:0;background:#f1f3f4;${FONT}`, 'background:#1b1c1f'],
  page: ['width:100%;max-width:600px;background:#ffffff', 'background:#26282c'],
  inside: [`padding:28px;${FONT};text-align:left`, ''],
  title: [`${INK};font-size:20px;line-height:28px;margin:4px 0 8px`, DARK_INK],
  heading: [`${INK};font-size:15px;line-height:22px;font-weight:bold;margin:20px 0 6px`, DARK_INK],
  text: [`${INK};font-size:14px;line-height:21px;margin:0 0 6px`, DARK_INK],
  muted: [`${PALE};${SMALL};margin:0 0 6px;font-weight:normal`, DARK_PALE],
  label: [`${PALE};${SMALL}`, DARK_PALE],
  worse: [`color:#a84300;${SMALL}`, 'color:#ffb27a'],
  figure: [`${INK};font-size:22px;line-height:30px;font-weight:bold`, DARK_INK],
  // Two lines of a name, on the narrowest screen too.
  name: [
    'max-height:36px;overflow:hidden;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical',
    '',
  ],
  cell: [`${CELL};${INK}`, `${DARK_INK};${DARK_LINE}`],
  head: [`${CELL};${PALE};font-weight:normal`, `${DARK_PALE};${DARK_LINE}`],
  tile: ['padding:10px;background:#f8f9fa', 'background:#303338'],
  said: [
    `margin:0 0 16px;padding:10px 12px;background:#e8f0fe;border-left:4px solid #1a73e8;${INK};font-size:14px;line-height:21px`,
    `background:#253550;${DARK_INK}`,
  ],
  warning: [
    'margin:0 0 12px;padding:8px 12px;background:#fdebd0;color:#5c3a00;font-size:14px;line-height:21px',
    'background:#4d3312;color:#ffe0bd',
  ],
  button: [
    'display:inline-block;margin:14px 0;padding:10px 18px;border-radius:4px;background:#1a73e8;color:#ffffff;font-size:14px;text-decoration:none',
    '',
  ],
} as const;

const DARK = Object.entries(LOOKS).flatMap(([name, [, dark]]) =>
  dark === '' ? [] : `.${name}{${dark.replace(/;|$/g, '!important$&')}}`,
);
const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
p,h1,h2,.name{overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){${DARK.join('')}}
@media (max-width:480px){.inside{padding:16px!important}.tile{padding:8px!important}.figure{font-size:18px!important}.cell,.head{padding:6px 3px!important}}`;

/** Of a table that only places what is in it. */
const LAYOUT = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';

/**
 * The document as HTML for mail: 600 px wide, tables and inline styles, light and dark. It needs nothing from the network
 * and loses no figure without its picture. Every text is escaped.
 */
export function writeHtml(document: MailDocument): string {
  const { subject, mark, kicker, headline, sentence, blocks, link, notes } = document;
  const parts = [
    element('p', 'warning', mark),
    element('p', 'muted', kicker),
    element('h1', 'title', headline),
    element('p', 'said', sentence),
    ...blocks.flatMap((block) => blockHtml(block)),
    link.address === '' ? '' : element('a', 'button', link.words, `href="${escapeHtml(link.address)}"`),
    ...notes.map((note) => element('p', 'muted', note)),
  ];
  const inside = element('td', 'inside', [joined(parts, '\n')]);
  const page = element('table', 'page', ['<tr>', inside, '</tr>'], LAYOUT);
  const outer = element('table', 'outer', ['<tr><td align="center">', page, '</td></tr>'], LAYOUT);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${SHEET}</style></head>
${element('body', 'outer', [outer])}</html>`;
}

/**
 * @param look Its class, and its style before `more`.
 * @param inside A text, which is escaped and makes no element where it is empty; or HTML.
 */
function element(
  tag: string,
  look: keyof typeof LOOKS,
  inside: string | string[],
  attributes = '',
  more = '',
): string {
  if (inside === '') return '';
  const html = typeof inside === 'string' ? escapeHtml(inside) : inside.join('');
  return `<${joined([tag, `class="${look}"`, attributes], ' ')} style="${LOOKS[look][0]}${more}">${html}</${tag}>`;
}

function blockHtml({ title = '', note, tiles = [], picture, table, text = '' }: MailBlock) {
  const beside = note === undefined ? '' : ` ${element('span', 'muted', `(${note})`)}`;
  const { alternative = '', caption = '', scale = ['', ''] } = picture ?? {};
  const image = `<img src="cid:picture" width="${PICTURE_WIDTH}" alt="${escapeHtml(alternative)}" class="text" style="${LOOKS.text[0]};margin:0;display:block;width:100%;max-width:${PICTURE_WIDTH}px;height:auto">`;
  return [
    title === '' ? '' : element('h2', 'heading', [escapeHtml(title), beside]),
    tiles.length === 0 ? '' : tilesHtml(tiles),
    element('div', 'label', scale[0]),
    picture === undefined ? '' : image,
    element('div', 'label', scale[1]),
    element('p', 'muted', caption),
    table === undefined ? '' : tableHtml(table),
    element('p', 'text', text),
  ];
}

/** What lines hold that need attention, as on dashboards. */
const WARNED = /the worst|: missed/;

function smallLine(line: string): string {
  return element('div', WARNED.test(line) ? 'worse' : 'label', line);
}

/** Three in a row. */
function tilesHtml(tiles: readonly MailTile[]): string {
  const cells = tiles.map(({ label, value, lines }) => {
    const shown = [element('div', 'label', label), element('div', 'figure', value), ...lines.map(smallLine)];
    return element('td', 'tile', shown, 'width="33%" valign="top"');
  });
  const rows = [cells.slice(0, 3), cells.slice(3)].map((row) => `<tr>${row.join('')}</tr>`).join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="4" style="table-layout:fixed">${rows}</table>`;
}

/** On a narrow screen the names take what the figures leave. */
function tableHtml({ head, rows }: NonNullable<MailBlock['table']>): string {
  const [LEFT, RIGHT] = [';text-align:left', ';text-align:right'];
  const heads = head.map((title, at) =>
    element('th', 'head', [escapeHtml(title)], 'scope="col"', at === 0 ? LEFT : RIGHT),
  );
  const lines = rows.map(({ cells: [name = '', ...figures], below = '', share = 0 }) => [
    element('td', 'cell', [element('div', 'name', name), smallLine(below)], '', LEFT),
    ...figures.map((text, at) => {
      const whole = text.length < 14 ? ';white-space:nowrap' : '';
      const [width, mark] = at === 0 && share > 0 ? ['width="25%"', bar(share)] : ['', ''];
      return element('td', 'cell', [escapeHtml(text), mark], width, RIGHT + whole);
    }),
  ]);
  const body = [heads, ...lines].map((row) => `<tr>${row.join('')}</tr>`).join('');
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${body}</table>`;
}

/** A bar of HTML below a figure: a table whose last cell is as wide as its share. */
function bar(share: number): string {
  const width = `${Math.max(1, Math.round(100 * share))}%`;
  const line = 'height:4px;font-size:1px;line-height:4px';
  return `<table ${LAYOUT}><tr><td style="${line}">&nbsp;</td><td width="${width}" style="width:${width};${line};background:#1a73e8">&nbsp;</td></tr></table>`;
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
  // Text in which Google Chat finds no tag, link or mention: it reads `<users/all>` as one.
  const plain = (text: string) =>
    text
      .replace(/</g, '‹')
      .replace(/>/g, '›')
      .replace(/[*_~`]/g, '\u200b$&');
  const texts = [mark, sentence, ...blocks.flatMap(blockTexts)].filter((text) => text !== '');
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
