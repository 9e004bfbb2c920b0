import { covers, intersects, type Rectangle, rangeName, singleCell } from '../spreadsheet/a1';
import type { CellStyle } from '../spreadsheet/cell-style';
import { type Cell, type CellChange, effectiveFormat } from '../spreadsheet/cells';
import { clearContents, copyValues, mergeBlock, outsideSheet, writeInputs } from '../spreadsheet/edits';
import { checkedFormat, displayText, readValue } from '../spreadsheet/typed-text';
import type { ListRule, Sheet, Workbook, WorkbookSettings } from '../spreadsheet/workbook';
import { cellInput, HostError, type Json } from '../values';
import { checkedBlock, committed, editBlock, type Place, sheets } from './document';
import { builder, ITSELF, kind, type Members, ownOf, running } from './kind';

/** The block behind a Range. */
export const placeOf = (range: unknown) => ownOf<Place>('Range', range);

/** Setters that the same member of a RangeList has, too. */
const SETTERS: Members<Place> = {
  setNumberFormat: (place, format: string) => {
    const stored = checkedFormat(format);
    decorate(place, (cell) => (cell.format === stored ? cell : { ...cell, format: stored }));
  },
  ...Object.fromEntries(
    (
      [
        ['setFontWeight', 'fontWeight'],
        ['setFontColor', 'fontColor'],
        ['setBackground', 'background'],
        ['setWrap', 'wrap'],
        ['setHorizontalAlignment', 'horizontalAlignment'],
        ['setVerticalAlignment', 'verticalAlignment'],
      ] as const
    ).map(([name, member]) => [
      name,
      (place: Place, value: Json) => {
        const styled = styler(member);
        decorate(place, (cell) => ({ ...cell, style: styled(cell.style, value) }));
      },
    ]),
  ),
  /** True draws a line, null leaves what is there. */
  setBorder: (place, ...[top, left, bottom, right, , , color, style]: unknown[]) => {
    const line = { color: String(color), style: String(style) };
    decorate(place, (cell, row, column) => {
      const borders = {
        ...cell.style?.borders,
        ...(top && row === 0 ? { top: line } : {}),
        ...(bottom && row === place.rows - 1 ? { bottom: line } : {}),
        ...(left && column === 0 ? { left: line } : {}),
        ...(right && column === place.columns - 1 ? { right: line } : {}),
      };
      return { ...cell, style: { ...cell.style, borders } };
    });
  },
};

const chained = (members: Members<Place>): Members<Place> =>
  Object.fromEntries(
    Object.entries(members).map(([name, set]) => [
      name,
      (place: Place, ...args: unknown[]) => {
        set(place, ...args);
        return ITSELF;
      },
    ]),
  );

/** A setter of one value for each cell. */
function eachCell<Value>(
  change: (cell: Cell, value: Value) => Cell,
  read = (given: unknown) => given as Value,
) {
  return (place: Place, rows: readonly (readonly unknown[])[]) => {
    checkDimensions(rows, place);
    const values = rows.map((row) => row.map(read));
    decorate(place, (cell, row, column) => change(cell, values[row]?.[column] as Value));
  };
}

const styledEach = (member: keyof CellStyle) => (place: Place, rows: readonly (readonly unknown[])[]) => {
  const styled = styler(member);
  eachCell<Json>((cell, value) => ({ ...cell, style: styled(cell.style, value) }))(place, rows);
};

export const range: (place: Place) => object = kind<Place>(
  'Range',
  {
    getValues: (place) => read(place, valueIn),
    getDisplayValues: (place) => read(place, (cell, { locale }) => displayText(cell, locale)),
    getFormulas: (place) => read(place, ({ formula }) => formula),
    // What an automatic cell has was recorded at second hand by gas-fakes.
    getNumberFormats: (place) => read(place, (cell) => effectiveFormat(cell) || '0.###############'),
    getMergedRanges: (place) =>
      committed()
        .sheet(place.sheetId)
        .merges.filter((merge) => intersects(merge, place))
        .map((merge) => range({ sheetId: place.sheetId, ...merge })),
    ...chained({
      ...SETTERS,
      setValues: write,
      setNumberFormats: eachCell<string>((cell, format) => ({ ...cell, format }), checkedFormat as never),
      setNotes: eachCell<string | null>((cell, note) => ({ ...cell, note: note ?? '' })),
      setTextStyles: eachCell<CellStyle>(
        (cell, style) => ({ ...cell, style: { ...cell.style, ...style } }),
        (given) => ownOf<CellStyle>('TextStyle', given),
      ),
      setBackgrounds: styledEach('background'),
      setHorizontalAlignments: styledEach('horizontalAlignment'),
      setDataValidation: (place, rule: object) => validate(place, [[rule]], true),
      setDataValidations: (place, rules: (object | null)[][]) => {
        checkDimensions(rules, place);
        validate(place, rules);
      },
      merge: (place) => editBlock(place, mergeBlock),
      clearContent: (place) => editBlock(place, clearContents),
      clearFormat: (place) => decorate(place, (cell) => ({ ...cell, format: '', style: undefined })),
    }),
    // With `contentsOnly`, to a block as large.
    copyTo: (source, target: object) => {
      const from = checkedBlock(source);
      editBlock(placeOf(target), (workbook, home, block) =>
        copyValues(workbook, { sheet: workbook.sheet(source.sheetId), block: from }, home, block),
      );
    },
  },
  {
    getRow: ({ row }) => row,
    getColumn: ({ column }) => column,
    getNumRows: ({ rows }) => rows,
    getNumColumns: ({ columns }) => columns,
    getSheet: ({ sheetId }) => sheets.make(sheetId),
    getA1Notation: rangeName,
  },
);

const validationBuilder = builder<ListRule>(
  'DataValidationBuilder',
  {
    requireValueInList: (_, values: readonly string[]) => ({ offered: [...values] }),
    setAllowInvalid: (_, isAllowed: boolean) => ({ isStrict: !isAllowed }),
  },
  kind<ListRule>('DataValidation', {}),
);
export const newDataValidation = () => validationBuilder({ offered: [], isStrict: true });

const textStyleBuilder = builder<CellStyle>(
  'TextStyleBuilder',
  {
    setFontSize: (_, fontSize: number) => ({ fontSize }),
    setForegroundColor: (_, fontColor: string) => ({ fontColor }),
    setBold: (_, isBold: boolean) => ({ fontWeight: isBold ? 'bold' : 'normal' }),
  },
  kind<CellStyle>('TextStyle', {}),
);
export const newTextStyle = () => textStyleBuilder({});

/** A RangeList. Each call is one operation of the write buffer for each of its ranges. */
export const rangeList: (places: readonly Place[]) => object = kind<readonly Place[]>(
  'RangeList',
  Object.fromEntries(
    Object.entries(SETTERS).map(([member, set]) => [
      member,
      (places: readonly Place[], ...args: unknown[]) => {
        for (const place of places) set(place, ...args);
        return ITSELF;
      },
    ]),
  ),
);

/** A range by its first cell and its size, counted from 1. @throws {HostError} outside the sheet. */
export function placeByNumbers(home: Sheet, row: number, column: number, rows = 1, columns = 1): Place {
  if (row < 1 || column < 1) throw outsideSheet();
  if (rows < 1) throw new HostError('The number of rows in the range must be at least 1.');
  if (columns < 1) throw new HostError('The number of columns in the range must be at least 1.');
  return inSheet(home, { row, column, rows, columns });
}

/**
 * A range by A1 notation or by name, as seen from a sheet.
 *
 * @throws {HostError} `Range not found` when the text is neither (assumed); also beyond the grid.
 */
export function placeByText(workbook: Workbook, home: Sheet, text: string): Place {
  const found = workbook.find(text, home);
  if (found === undefined) throw new HostError('Range not found');
  return inSheet(found.sheet, found.block);
}

function inSheet(home: Sheet, block: Rectangle): Place {
  if (block.rows < 1 || block.columns < 1 || !covers(home.bounds, block)) throw outsideSheet();
  return { sheetId: home.id, ...block };
}

function read<T>(place: Place, take: (cell: Cell, settings: WorkbookSettings) => T): T[][] {
  const workbook = committed();
  const block = checkedBlock(place);
  const { dataSource, grid } = workbook.sheet(place.sheetId);
  if (dataSource !== undefined) throw new HostError('Reading a data source sheet is not emulated');
  running().cells(block.rows * block.columns, 0);
  return grid.map(block, (cell) => take(cell, workbook.settings));
}

function valueIn(cell: Cell, { zone }: WorkbookSettings): unknown {
  const value = readValue(cell, zone);
  return typeof value === 'object' && value !== null ? running().realm.date(value.$date) : value;
}

function write(place: Place, rows: readonly (readonly unknown[])[]): void {
  checkDimensions(rows, place);
  const inputs = rows.map((row) => row.map(cellInput));
  editBlock(place, (workbook, home, block) => writeInputs(workbook, home, block, inputs));
}

/** Refuses data of another shape than the range. */
function checkDimensions(data: readonly (readonly unknown[])[], { rows, columns }: Place): void {
  const refuse = (what: string, given: number, wanted: number) => {
    throw new HostError(
      `The number of ${what} in the data does not match the number of ${what} in the range. ` +
        `The data has ${given} but the range has ${wanted}.`,
    );
  };
  if (data.length !== rows) refuse('rows', data.length, rows);
  for (const row of data) if (row.length !== columns) refuse('columns', row.length, columns);
}

function decorate(place: Place, change: CellChange): void {
  editBlock(place, (_, { grid }, block) => grid.update(block, change));
}

/** Gives cells what they accept. @param isWhole Whether the first rule is that of the whole block. */
function validate(place: Place, rules: readonly (readonly (object | null)[])[], isWhole = false): void {
  const read = rules.map((row) => row.map((rule) => rule && ownOf<ListRule>('DataValidation', rule)));
  editBlock(place, (_, home, block) => {
    const own = read.flatMap((row, down) =>
      row.flatMap((rule, right) => {
        const cell = singleCell(block.row + down, block.column + right);
        return rule === null ? [] : [{ ...rule, block: isWhole ? block : cell }];
      }),
    );
    home.validations = [...home.validations.filter((one) => !covers(block, one.block)), ...own];
  });
}

/** Gives a look, or takes it away by null. It remembers: most cells of a block have few styles and get few values. */
function styler(member: keyof CellStyle) {
  const known = new Map<CellStyle | undefined, Map<Json, CellStyle | undefined>>();
  return (style: CellStyle | undefined, value: Json): CellStyle | undefined => {
    const results = known.get(style) ?? new Map<Json, CellStyle | undefined>();
    known.set(style, results);
    if (!results.has(value)) {
      const { [member]: _old, ...others } = style ?? {};
      const changed = value === null ? others : { ...others, [member]: value };
      results.set(value, Object.keys(changed).length === 0 ? undefined : changed);
    }
    return results.get(value);
  };
}
