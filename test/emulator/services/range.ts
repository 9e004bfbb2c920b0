import { covers, intersects, type Rectangle, rangeName, singleCell } from '../spreadsheet/a1';
import type { CellStyle } from '../spreadsheet/cell-style';
import { type Cell, type CellChange, effectiveFormat } from '../spreadsheet/cells';
import type { SpreadsheetDocument, WorkbookEdit } from '../spreadsheet/document';
import { clearContents, copyValues, mergeBlock, outsideSheet, writeInputs } from '../spreadsheet/edits';
import { checkedFormat, displayText, readValue } from '../spreadsheet/typed-text';
import type { ListRule, Place, Sheet, Workbook, WorkbookSettings } from '../spreadsheet/workbook';
import { cellInput, HostError } from '../values';
import { builder, kind, type Members, ownOf, running } from './kind';

/* How the running execution sees and edits its spreadsheet: as a whole, by sheets, and by blocks of cells. */

/** Makes a Sheet of an ID: `spreadsheet-app.ts`, which needs what this folder's other files make, says how. */
export const sheets = {
  make: (id: number): object => {
    throw new Error(`No sheets yet: ${id}`);
  },
};

/** The spreadsheet of the script. @throws {HostError} when it was deleted. */
export function documentOf(): SpreadsheetDocument {
  const { document } = running().request;
  if (!document.isDeleted) return document;
  throw new HostError(
    `Document ${document.id} is missing (perhaps it was deleted, or you don't have read access?)`,
  );
}

/** The workbook as this execution made it, without committing anything: for handles. */
export function viewOf(): Workbook {
  documentOf();
  return running().writes.view;
}

/** The workbook for a read, which first makes this execution's writes permanent. */
export function committed(): Workbook {
  documentOf();
  running().writes.flush();
  return documentOf().workbook;
}

/** Makes an edit that concerns the spreadsheet as a whole. */
export function editDocument(edit: WorkbookEdit): void {
  documentOf().checkEditable(running().user);
  running().writes.add(edit);
}

/** Makes an edit that concerns a sheet as such. */
export function editSheet(sheetId: number, edit: (workbook: Workbook, sheet: Sheet) => void): void {
  documentOf().checkEditable(running().user, viewOf().sheet(sheetId));
  running().writes.add((workbook) => edit(workbook, workbook.sheet(sheetId)));
}

/** Changes the cells of a block. @throws {HostError} beyond the sheet, and where they are protected. */
function editBlock(place: Place, edit: (sheet: Sheet, block: Rectangle, workbook: Workbook) => void): void {
  const { sheetId } = place;
  const block = checkedBlock(place);
  documentOf().checkEditable(running().user, viewOf().sheet(sheetId), block);
  running().cells(0, block.rows * block.columns);
  running().writes.add((workbook) => edit(workbook.sheet(sheetId), block, workbook));
}

/** The block of a range, as long as the sheet still has its cells. @throws {HostError} otherwise. */
function checkedBlock({ sheetId, ...block }: Place): Rectangle {
  if (!covers(viewOf().sheet(sheetId).bounds, block)) throw outsideSheet();
  return block;
}

/** The block behind a Range. */
export const placeOf = (range: unknown) => ownOf<Place>('Range', range);

function decorate(place: Place, change: CellChange): void {
  editBlock(place, ({ grid }, block) => grid.update(block, change));
}

/** What a value makes of a cell. */
type Look = (value: never) => (cell: Cell) => Cell;

/** Gives a look, or takes it away by null. It remembers: most cells of a block have few styles. */
const styled =
  (member: keyof CellStyle): Look =>
  (value: unknown) => {
    const known = new Map<CellStyle | undefined, CellStyle | undefined>();
    return (cell) => {
      if (!known.has(cell.style)) {
        const { [member]: _, ...others } = cell.style ?? {};
        const style = value === null ? others : { ...others, [member]: value };
        known.set(cell.style, Object.keys(style).length === 0 ? undefined : style);
      }
      return { ...cell, style: known.get(cell.style) };
    };
  };

/** By the name in their setters: `setBackground` gives one to all cells of a block, `setBackgrounds` one to each. */
const LOOKS: Readonly<Record<string, Look>> = {
  FontWeight: styled('fontWeight'),
  FontColor: styled('fontColor'),
  Background: styled('background'),
  Wrap: styled('wrap'),
  HorizontalAlignment: styled('horizontalAlignment'),
  VerticalAlignment: styled('verticalAlignment'),
  NumberFormat: (pattern: string) => {
    const format = checkedFormat(pattern);
    return (cell) => (cell.format === format ? cell : { ...cell, format });
  },
  Note: (note: string | null) => (cell) => ({ ...cell, note: note ?? '' }),
  TextStyle: (given: object) => {
    const own = ownOf<CellStyle>('TextStyle', given);
    return (cell) => ({ ...cell, style: { ...cell.style, ...own } });
  },
};

/** Setters that the same member of a RangeList has, too. */
const SETTERS: Members<Place> = {
  ...Object.fromEntries(
    Object.entries(LOOKS).map(([name, look]) => [
      `set${name}`,
      (place: Place, value: never) => decorate(place, look(value)),
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

const SETTERS_OF_EACH: Members<Place> = Object.fromEntries(
  Object.entries(LOOKS).map(([name, look]) => [
    `set${name}s`,
    (place: Place, rows: readonly (readonly never[])[]) => {
      checkDimensions(rows, place);
      const known = new Map([...new Set(rows.flat())].map((value) => [value, look(value)]));
      const changes = rows.map((row) => row.map((value) => known.get(value)));
      decorate(place, (cell, row, column) => changes[row]?.[column]?.(cell) ?? cell);
    },
  ]),
);

export const range: (place: Place) => object = kind<Place>(
  'Range',
  {
    ...SETTERS,
    ...SETTERS_OF_EACH,
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
    setValues: (place, rows: readonly (readonly unknown[])[]) => {
      checkDimensions(rows, place);
      const inputs = rows.map((row) => row.map(cellInput));
      editBlock(place, (home, block, { settings }) => writeInputs(home, block, inputs, settings));
    },
    // One rule for the whole block.
    setDataValidation: (place, rule: object) =>
      validate(place, [{ ...readRule(rule), block: checkedBlock(place) }]),
    setDataValidations: (place, rules: (object | null)[][]) => {
      checkDimensions(rules, place);
      const own = rules.map((row, down) =>
        row.map((rule, right) => {
          const block = singleCell(place.row + down, place.column + right);
          return rule === null ? [] : [{ ...readRule(rule), block }];
        }),
      );
      validate(place, own.flat(2));
    },
    merge: (place) => editBlock(place, mergeBlock),
    clearContent: (place) => editBlock(place, clearContents),
    clearFormat: (place) => decorate(place, (cell) => ({ ...cell, format: '', style: undefined })),
    // With `contentsOnly`, to a block as large.
    copyTo: (source, target: object) => {
      const from = checkedBlock(source);
      editBlock(placeOf(target), (home, block, workbook) =>
        copyValues(workbook.sheet(source.sheetId), from, home, block),
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

/** A RangeList. Each call is one operation of the write buffer for each of its ranges. */
export const rangeList: (places: readonly Place[]) => object = kind<readonly Place[]>(
  'RangeList',
  Object.fromEntries(
    Object.entries(SETTERS).map(([member, set]) => [
      member,
      (places: readonly Place[], ...args: unknown[]) => {
        for (const place of places) set(place, ...args);
      },
    ]),
  ),
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

const readRule = (rule: object) => ownOf<ListRule>('DataValidation', rule);

/** Gives cells what they accept. */
function validate(place: Place, rules: Sheet['validations']): void {
  editBlock(place, (home, block) => {
    home.validations = [...home.validations.filter((one) => !covers(block, one.block)), ...rules];
  });
}

const textStyleBuilder = builder<CellStyle>(
  'TextStyleBuilder',
  {
    setFontSize: 'fontSize',
    setForegroundColor: 'fontColor',
    setBold: (_, isBold: boolean) => ({ fontWeight: isBold ? 'bold' : 'normal' }),
  },
  kind<CellStyle>('TextStyle', {}),
);
export const newTextStyle = () => textStyleBuilder({});

/** A range of a sheet. @throws {HostError} beyond its grid. */
export function rangeIn(home: Sheet, block: Rectangle): object {
  if (!covers(home.bounds, block)) throw outsideSheet();
  for (const what of ['rows', 'columns'] as const)
    if (block[what] < 1) throw new HostError(`The number of ${what} in the range must be at least 1.`);
  return range({ sheetId: home.id, ...block });
}

/**
 * A range by A1 notation or by name, as seen from a sheet.
 *
 * @throws {HostError} `Range not found` when the text is neither (assumed); also beyond the grid.
 */
export function rangeByText(workbook: Workbook, home: Sheet, text: string): object {
  const found = workbook.find(text, home);
  if (found === undefined) throw new HostError('Range not found');
  return rangeIn(found.sheet, found.block);
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

/** Refuses data of another shape than the range. */
function checkDimensions(data: readonly (readonly unknown[])[], place: Place): void {
  const widths = data.map((row) => row.length);
  for (const [what, given] of [
    ...widths.map((width) => ['columns', width] as const),
    ['rows', data.length] as const,
  ])
    if (given !== place[what])
      throw new HostError(
        `The number of ${what} in the data does not match the number of ${what} in the range. ` +
          `The data has ${given} but the range has ${place[what]}.`,
      );
}
