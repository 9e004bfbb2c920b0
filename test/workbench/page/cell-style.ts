import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderData,
  type IStyleData,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import type { BordersView } from '../drawings';
import type { StyleView } from '../protocol';

/** As in a new spreadsheet of Google's. */
export const DEFAULT_STYLE: IStyleData = { ff: 'Arial', fs: 10 };

const ALIGNMENTS = {
  left: HorizontalAlign.LEFT,
  center: HorizontalAlign.CENTER,
  right: HorizontalAlign.RIGHT,
} as const;

const VERTICAL_ALIGNMENTS = {
  top: VerticalAlign.TOP,
  middle: VerticalAlign.MIDDLE,
  bottom: VerticalAlign.BOTTOM,
} as const;

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
  return {
    ...(style.format ? { n: { pattern: style.format } } : {}),
    ...(style.bold ? { bl: BooleanNumber.TRUE } : {}),
    ...(style.italic ? { it: BooleanNumber.TRUE } : {}),
    ...(style.size ? { fs: style.size } : {}),
    ...(style.color ? { cl: { rgb: style.color } } : {}),
    ...(style.background ? { bg: { rgb: style.background } } : {}),
    ...(style.wrap ? { tb: WrapStrategy.WRAP } : {}),
    ...(style.align ? { ht: ALIGNMENTS[style.align] } : {}),
    ...(style.verticalAlign ? { vt: VERTICAL_ALIGNMENTS[style.verticalAlign] } : {}),
    ...(style.borders ? { bd: borderData(style.borders) } : {}),
  };
}

/** The grid's style in our words. */
export function styleView(style: IStyleData): StyleView {
  const align = nameOf(ALIGNMENTS, style.ht);
  const verticalAlign = nameOf(VERTICAL_ALIGNMENTS, style.vt);
  const borders = bordersView(style.bd ?? {});
  return {
    ...(style.n?.pattern ? { format: style.n.pattern } : {}),
    ...(style.bl ? { bold: true } : {}),
    ...(style.it ? { italic: true } : {}),
    ...(style.fs && style.fs !== DEFAULT_STYLE.fs ? { size: style.fs } : {}),
    ...(style.cl?.rgb ? { color: style.cl.rgb } : {}),
    ...(style.bg?.rgb ? { background: style.bg.rgb } : {}),
    ...(style.tb === WrapStrategy.WRAP ? { wrap: true } : {}),
    ...(align ? { align } : {}),
    ...(verticalAlign ? { verticalAlign } : {}),
    ...(Object.keys(borders).length > 0 ? { borders } : {}),
  };
}

function nameOf<Name extends string>(
  values: Readonly<Record<Name, unknown>>,
  wanted: unknown,
): Name | undefined {
  return (Object.keys(values) as Name[]).find((name) => values[name] === wanted);
}

function borderData(borders: BordersView): IBorderData {
  const data: IBorderData = {};
  for (const [edge, short] of Object.entries(EDGES) as [keyof typeof EDGES, 't' | 'l' | 'b' | 'r'][]) {
    const line = borders[edge];
    if (line) data[short] = { s: LINES[line.style] ?? BorderStyleTypes.THIN, cl: { rgb: line.color } };
  }
  return data;
}

function bordersView(data: IBorderData): BordersView {
  return Object.fromEntries(
    Object.entries(EDGES).flatMap(([edge, short]) => {
      const line = data[short];
      if (!line) return [];
      return [[edge, { style: nameOf(LINES, line.s) ?? 'SOLID', color: line.cl.rgb ?? '#000000' }]];
    }),
  );
}
