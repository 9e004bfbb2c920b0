import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderData,
  type IStyleData,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import type { CellBorders } from '../../emulator/spreadsheet/cell-style';
import type { StyleView } from '../protocol';

/** As in a new spreadsheet of Google's. */
export const DEFAULT_STYLE: IStyleData = { ff: 'Arial', fs: 10 };

const ALIGNMENTS: Readonly<Record<string, HorizontalAlign>> = {
  left: HorizontalAlign.LEFT,
  center: HorizontalAlign.CENTER,
  right: HorizontalAlign.RIGHT,
};

const VERTICAL_ALIGNMENTS: Readonly<Record<string, VerticalAlign>> = {
  top: VerticalAlign.TOP,
  middle: VerticalAlign.MIDDLE,
  bottom: VerticalAlign.BOTTOM,
};

const LINES: Readonly<Record<string, BorderStyleTypes>> = {
  DOTTED: BorderStyleTypes.DOTTED,
  DASHED: BorderStyleTypes.DASHED,
  SOLID: BorderStyleTypes.THIN,
  SOLID_MEDIUM: BorderStyleTypes.MEDIUM,
  SOLID_THICK: BorderStyleTypes.THICK,
  DOUBLE: BorderStyleTypes.DOUBLE,
};

const EDGES = { top: 't', left: 'l', bottom: 'b', right: 'r' } as const;

/** A style in the grid's words. */
export function styleData(style: StyleView): IStyleData {
  const { fontSize, fontColor, background, borders } = style;
  const align = ALIGNMENTS[style.horizontalAlignment ?? ''];
  const verticalAlign = VERTICAL_ALIGNMENTS[style.verticalAlignment ?? ''];
  return {
    ...(style.format ? { n: { pattern: style.format } } : {}),
    ...(style.fontWeight === 'bold' ? { bl: BooleanNumber.TRUE } : {}),
    ...(style.fontStyle === 'italic' ? { it: BooleanNumber.TRUE } : {}),
    ...(fontSize ? { fs: fontSize } : {}),
    ...(fontColor ? { cl: { rgb: fontColor } } : {}),
    ...(background ? { bg: { rgb: background } } : {}),
    ...(style.wrap ? { tb: WrapStrategy.WRAP } : {}),
    ...(align ? { ht: align } : {}),
    ...(verticalAlign ? { vt: verticalAlign } : {}),
    ...(borders ? { bd: borderData(borders) } : {}),
  };
}

/** The grid's style in our words. */
export function styleView(style: IStyleData): StyleView {
  const horizontalAlignment = nameOf(ALIGNMENTS, style.ht);
  const verticalAlignment = nameOf(VERTICAL_ALIGNMENTS, style.vt);
  const borders = bordersView(style.bd ?? {});
  return {
    ...(style.n?.pattern ? { format: style.n.pattern } : {}),
    ...(style.bl ? { fontWeight: 'bold' } : {}),
    ...(style.it ? { fontStyle: 'italic' } : {}),
    ...(style.fs && style.fs !== DEFAULT_STYLE.fs ? { fontSize: style.fs } : {}),
    ...(style.cl?.rgb ? { fontColor: style.cl.rgb } : {}),
    ...(style.bg?.rgb ? { background: style.bg.rgb } : {}),
    ...(style.tb === WrapStrategy.WRAP ? { wrap: true } : {}),
    ...(horizontalAlignment ? { horizontalAlignment } : {}),
    ...(verticalAlignment ? { verticalAlignment } : {}),
    ...(Object.keys(borders).length > 0 ? { borders } : {}),
  };
}

function nameOf(values: Readonly<Record<string, unknown>>, wanted: unknown): string | undefined {
  return Object.keys(values).find((name) => values[name] === wanted);
}

function borderData(borders: CellBorders): IBorderData {
  const data: IBorderData = {};
  for (const [edge, short] of Object.entries(EDGES) as [keyof typeof EDGES, 't' | 'l' | 'b' | 'r'][]) {
    const line = borders[edge];
    if (line) data[short] = { s: LINES[line.style] ?? BorderStyleTypes.THIN, cl: { rgb: line.color } };
  }
  return data;
}

function bordersView(data: IBorderData): CellBorders {
  return Object.fromEntries(
    Object.entries(EDGES).flatMap(([edge, short]) => {
      const line = data[short];
      if (!line) return [];
      return [[edge, { style: nameOf(LINES, line.s) ?? 'SOLID', color: line.cl.rgb ?? '#000000' }]];
    }),
  );
}
