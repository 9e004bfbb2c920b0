import type { CallContext, HostHandler, HostHandlers, Json } from '../bridge';
import type { Cell, CellBorder, CellBorders, CellStyle } from '../world/spreadsheet/cell';
import { alike, decorateCells } from '../world/spreadsheet/edit-cells';
import { checkDimensions } from './dimensions';
import { committed, editBlock, type RangeTarget } from './document-access';

/** Looks that have setters and getters, with what the getters say of a cell without the look. */
const STYLE_DEFAULTS = {
  fontWeight: 'normal',
  fontSize: 10,
  fontStyle: 'normal',
  fontColor: '#000000',
  background: '#ffffff',
  horizontalAlignment: 'general',
  verticalAlignment: 'bottom',
} as const satisfies Partial<Record<keyof CellStyle, string | number>>;

/** Looks of a Range: one for all its cells, or one for each. */
export const styleHandlers: HostHandlers = {
  ...Object.fromEntries(Object.entries(STYLE_DEFAULTS).flatMap(([member, usual]) => looks(member, usual))),
  // What `getWrap` says is not established: it has no getter.
  'Range.setWrap': (context, target, value: Json) => setLook(context, target, 'wrap', value),
  'Range.setBorder': (context, target: RangeTarget, ...sides: Json[]) => setBorder(context, target, sides),
};

function looks(member: string, usual: string | number): [string, HostHandler][] {
  const name = member.charAt(0).toUpperCase() + member.slice(1);
  return [
    [`Range.set${name}`, (context, target, value: Json) => setLook(context, target, member, value)],
    [`Range.set${name}s`, (context, target, rows: Json[][]) => setLooks(context, target, member, rows)],
    [`Range.get${name}`, (context, target) => readLooks(context, target, member, usual)[0]?.[0]],
    [`Range.get${name}s`, (context, target) => readLooks(context, target, member, usual)],
  ];
}

function setLook(context: CallContext, target: RangeTarget, member: string, value: Json): undefined {
  const styled = styler(member);
  decorate(
    context,
    target,
    alike((cell) => restyled(cell, styled(cell.style, value))),
  );
}

function setLooks(context: CallContext, target: RangeTarget, member: string, rows: Json[][]): undefined {
  checkDimensions(rows, target);
  const styled = styler(member);
  decorate(context, target, (cell, row, column) =>
    restyled(cell, styled(cell.style, rows[row]?.[column] ?? null)),
  );
}

function decorate(
  context: CallContext,
  target: RangeTarget,
  change: Parameters<typeof decorateCells>[3],
): undefined {
  editBlock(
    context,
    target,
    (workbook, sheet, block) => decorateCells(workbook, sheet, block, change),
    'whole',
  );
}

function readLooks(context: CallContext, target: RangeTarget, member: string, usual: Json): Json[][] {
  const { grid } = committed(context).sheet(target.sheetId);
  context.cells(target.rows * target.columns, 0);
  return grid.map(target, (cell) => (cell.style?.[member as keyof CellStyle] as Json | undefined) ?? usual);
}

/** `withStyle` that remembers: most cells of a block have one of few styles, and get one of few values. */
function styler(member: string): (style: CellStyle | undefined, value: Json) => CellStyle | undefined {
  const known = new Map<CellStyle | undefined, Map<Json, CellStyle | undefined>>();
  return (style, value) => {
    let results = known.get(style);
    if (results === undefined) {
      results = new Map();
      known.set(style, results);
    }
    if (!results.has(value)) results.set(value, withStyle(style, member, value));
    return results.get(value);
  };
}

function restyled(cell: Cell, style: CellStyle | undefined): Cell {
  const { value, formula, format, calculatedFormat, note, spilled } = cell;
  return { value, formula, format, calculatedFormat, note, style, spilled };
}

function withStyle(
  style: CellStyle | undefined,
  member: string,
  value: Json | CellBorders,
): CellStyle | undefined {
  const { [member as keyof CellStyle]: _old, ...others } = style ?? {};
  const changed = value === null ? others : { ...others, [member]: value };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/** True draws a line, false takes it away, null leaves it. `vertical` and `horizontal` are the lines inside. */
function setBorder(context: CallContext, target: RangeTarget, sides: readonly Json[]): undefined {
  const [top, left, bottom, right, vertical, horizontal, color, style] = sides;
  const line = { color: String(color ?? '#000000'), style: String(style ?? 'SOLID') };
  decorate(context, target, (cell, row, column) => {
    const wanted = {
      top: row === 0 ? top : horizontal,
      bottom: row === target.rows - 1 ? bottom : horizontal,
      left: column === 0 ? left : vertical,
      right: column === target.columns - 1 ? right : vertical,
    };
    const edges = Object.entries({ ...cell.style?.borders }).filter(
      ([edge]) => wanted[edge as keyof CellBorders] !== false,
    );
    for (const [edge, isDrawn] of Object.entries(wanted)) if (isDrawn === true) edges.push([edge, line]);
    const borders: Record<string, CellBorder> = Object.fromEntries(edges);
    return { ...cell, style: withStyle(cell.style, 'borders', edges.length === 0 ? null : borders) };
  });
}
