import {
  covers,
  intersects,
  type LineChange,
  type Rectangle,
  rangeName,
  singleCell,
} from '../spreadsheet/a1';
import type { CellStyle } from '../spreadsheet/cell-style';
import { type Cell, type CellChange, effectiveFormat } from '../spreadsheet/cells';
import * as edits from '../spreadsheet/edits';
import { displayText, readValue } from '../spreadsheet/typed-text';
import {
  type Chart,
  type ConditionalFormat,
  type ListRule,
  NEW_CHART,
  NEW_LIST,
  NEW_RULE,
  type Place,
  type Sheet,
  type Workbook,
  type WorkbookSettings,
} from '../spreadsheet/workbook';
import { type CellInput, HostError } from '../values';
import { dataSource, insertDataSource, newDataSourceSpec, setSortSpec } from './data-source';
import {
  assignSheet,
  bookOf,
  builder,
  committed,
  editBook,
  editSheet,
  kind,
  type Members,
  ownOf,
  running,
  viewOf,
} from './kind';
import { getUi } from './people';

/* SpreadsheetApp: the spreadsheet, its sheets, blocks of their cells, and what lies over these. */

/** Changes the cells of a block. @throws {HostError} beyond the sheet, and where they are protected. */
function editBlock(place: Place, edit: (sheet: Sheet, block: Rectangle, workbook: Workbook) => void): void {
  const { sheetId } = place;
  const block = checkedBlock(place);
  bookOf().checkEditable(running().request.user, viewOf().sheet(sheetId), block);
  running().cells(0, block.rows * block.columns);
  running().writes.add((workbook) => edit(workbook.sheet(sheetId), block, workbook));
}

/** The block of a range, as long as the sheet still has its cells. @throws {HostError} otherwise. */
function checkedBlock({ sheetId, ...block }: Place): Rectangle {
  if (!covers(viewOf().sheet(sheetId).bounds, block)) throw edits.outsideSheet();
  return block;
}

/** The block behind a Range. */
const placeOf = (range: object) => ownOf<Place>(range);

function decorate(place: Place, change: CellChange): void {
  editBlock(place, ({ grid }, block) => grid.update(block, change));
}

/** What a setter's arguments make of a cell. */
type Look = (...values: never[]) => (cell: Cell) => Cell;

/** Gives a look, or takes it away by null. */
const styled =
  (member: keyof CellStyle): Look =>
  (value: unknown) =>
  (cell) => {
    const { [member]: _, ...others } = cell.style ?? {};
    return { ...cell, style: value === null ? others : { ...others, [member]: value } };
  };

/** By the name in their setters: `setBackground` gives one to all cells of a block, `setBackgrounds` one to each. */
const LOOKS: Readonly<Record<string, Look>> = {
  FontWeight: styled('fontWeight'),
  Background: styled('background'),
  Wrap: styled('wrap'),
  HorizontalAlignment: styled('horizontalAlignment'),
  VerticalAlignment: styled('verticalAlignment'),
  NumberFormat: (pattern: string) => {
    const format = /^general$/i.test(pattern) ? '' : pattern;
    return (cell) => (cell.format === format ? cell : { ...cell, format });
  },
  Note: (note: string | null) => (cell) => ({ ...cell, note: note ?? '' }),
  TextStyle: (given: object) => {
    const own = ownOf<CellStyle>(given);
    return (cell) => ({ ...cell, style: { ...cell.style, ...own } });
  },
  /** A line at the left edge of each cell; the other edges keep theirs. */
  Border: (...[, , , , , , color, style]: string[]) => {
    const left = { color: String(color), style: String(style) };
    return (cell) => ({ ...cell, style: { ...cell.style, borders: { ...cell.style?.borders, left } } });
  },
};

/** `setBackground` and the like, which a RangeList has, too; and `setBackgrounds`, with a look for each cell. */
const SETTERS: Record<string, Members<Place>[string]> = {};
const SETTERS_OF_EACH: Record<string, Members<Place>[string]> = {};
for (const [name, look] of Object.entries(LOOKS)) {
  SETTERS[`set${name}`] = (place, ...values) => decorate(place, look(...(values as never[])));
  SETTERS_OF_EACH[`set${name}s`] = (place, rows: readonly (readonly never[])[]) => {
    checkDimensions(rows, place);
    decorate(place, (cell, row, column) => look(rows[row]?.[column] as never)(cell));
  };
}

export const range: (place: Place) => object = kind<Place>(
  'Range',
  {
    ...SETTERS,
    ...SETTERS_OF_EACH,
    getValues: (place) => read(place, (cell, { zone }) => readValue(cell, zone)),
    getDisplayValues: (place) => read(place, (cell, { locale }) => displayText(cell, locale)),
    getFormulas: (place) => read(place, ({ formula }) => formula),
    // What an automatic cell has was recorded at second hand by gas-fakes.
    getNumberFormats: (place) => read(place, (cell) => effectiveFormat(cell) || '0.###############'),
    getMergedRanges: (place) =>
      committed()
        .sheet(place.sheetId)
        .merges.filter((merge) => intersects(merge, place))
        .map((merge) => range({ sheetId: place.sheetId, ...merge })),
    setValues: (place, rows: readonly (readonly CellInput[])[]) => {
      checkDimensions(rows, place);
      const inputs = rows.map((row) => [...row]);
      editBlock(place, (home, block, { settings }) => edits.writeInputs(home, block, inputs, settings));
    },
    // One rule for the whole block.
    setDataValidation: (place, rule: object) =>
      validate(place, [{ ...readRule(rule), ...checkedBlock(place) }]),
    setDataValidations: (place, rules: (object | null)[][]) => {
      checkDimensions(rules, place);
      const own = rules.flatMap((row, down) =>
        row.flatMap((rule, right) =>
          rule ? { ...readRule(rule), ...singleCell(place.row + down, place.column + right) } : [],
        ),
      );
      validate(place, own);
    },
    merge: (place) => editBlock(place, edits.mergeBlock),
    clearContent: (place) => editBlock(place, edits.clearContents),
    clearFormat: (place) => decorate(place, (cell) => ({ ...cell, format: '', style: undefined })),
    // With `contentsOnly`, to a block as large.
    copyTo: (source, target: object) => {
      const from = checkedBlock(source);
      editBlock(placeOf(target), (home, block, workbook) =>
        edits.copyValues(workbook.sheet(source.sheetId), from, home, block),
      );
    },
  },
  {
    getRow: ({ row }) => row,
    getColumn: ({ column }) => column,
    getNumRows: ({ rows }) => rows,
    getNumColumns: ({ columns }) => columns,
    getSheet: ({ sheetId }) => sheet(sheetId),
    getA1Notation: rangeName,
  },
);

/** A RangeList. Each call is one operation of the write buffer for each of its ranges. */
const rangeList: (places: readonly Place[]) => object = kind<readonly Place[]>(
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
const newDataValidation = () => validationBuilder({ ...NEW_LIST });

const readRule = (rule: object) => ownOf<ListRule>(rule);

/** Gives cells what they accept. */
function validate(place: Place, rules: Sheet['validations']): void {
  editBlock(place, (home, block) => {
    home.validations = [...home.validations.filter((one) => !covers(block, one)), ...rules];
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
const newTextStyle = () => textStyleBuilder({});

/** A range of a sheet. @throws {HostError} beyond its grid, and without rows or columns. */
function rangeIn(home: Sheet, block: Rectangle): object {
  if (!covers(home.bounds, block) || block.rows < 1 || block.columns < 1) throw edits.outsideSheet();
  return range({ ...block, sheetId: home.id });
}

/**
 * A range by A1 notation or by name, as seen from a sheet.
 *
 * @throws {HostError} `Range not found` when the text is neither (assumed); also beyond the grid.
 */
function rangeByText(workbook: Workbook, home: Sheet, text: string): object {
  const found = workbook.find(text, home);
  if (found === undefined) throw new HostError('Range not found');
  return rangeIn(found.sheet, found.block);
}

function read<T>(place: Place, take: (cell: Cell, settings: WorkbookSettings) => T): T[][] {
  const workbook = committed();
  const block = checkedBlock(place);
  const { grid } = workbook.sheet(place.sheetId);
  running().cells(block.rows * block.columns, 0);
  return grid.map(block, (cell) => take(cell, workbook.settings));
}

/** Refuses data of another shape than the range. */
function checkDimensions(data: readonly (readonly unknown[])[], place: Place): void {
  if (data.length !== place.rows || data.some((row) => row.length !== place.columns))
    throw new HostError('The number of rows or columns in the data does not match that of the range.');
}

/* What lies over a sheet's cells: charts and conditional formats. Builders gather in the script, without service calls. */

export const charts = { ChartType: { BAR: 'BAR', COLUMN: 'COLUMN', LINE: 'LINE' } };

const chart: (own: Chart) => object = kind<Chart>(
  'EmbeddedChart',
  {},
  {
    getRanges: ({ ranges }) => ranges.map(range),
    modify: (own) => chartBuilder({ ...own }),
  },
);

const chartBuilder = builder<Chart>(
  'EmbeddedChartBuilder',
  {
    setChartType: 'type',
    addRange: ({ ranges }, cells: object) => ({ ranges: [...ranges, placeOf(cells)] }),
    clearRanges: () => ({ ranges: [] }),
    setNumHeaders: 'numHeaders',
    setPosition: (_, row: number, column: number, offsetX: number, offsetY: number) => ({
      anchor: { row, column, offsetX, offsetY },
    }),
    setOption: ({ options }, name: string, value: unknown) => ({
      options: { ...options, [name]: value },
    }),
  },
  chart,
);

/** Members of Sheet. */
const chartMembers: Members<number> = {
  newChart: () => chartBuilder({ ...NEW_CHART }),
  getCharts: (id) => committed().sheet(id).charts.map(chart),
  insertChart: (sheetId, built: object) => {
    const added = { ...ownOf<Chart>(built), id: viewOf().newId() };
    assignSheet(sheetId, ({ charts }) => ({ charts: [...charts, added] }));
  },
  updateChart: (sheetId, built: object) => replaceChart(sheetId, ownOf(built), [ownOf(built)]),
  removeChart: (sheetId, gone: object) => replaceChart(sheetId, ownOf(gone), []),
};

function replaceChart(sheetId: number, { id }: Chart, by: readonly Chart[]): void {
  assignSheet(sheetId, ({ charts }) => ({ charts: charts.flatMap((each) => (each.id === id ? by : each)) }));
}

const rule = kind<ConditionalFormat>(
  'ConditionalFormatRule',
  {},
  { getRanges: ({ ranges }) => ranges.map(range) },
);

const when = (criteria: string) => (_: ConditionalFormat, value: string) => ({ criteria, value });

const ruleBuilder = builder<ConditionalFormat>(
  'ConditionalFormatRuleBuilder',
  {
    setRanges: (_, cells: object[]) => {
      const ranges = cells.map(placeOf);
      return { ranges, origin: ranges[0] as Place };
    },
    setFontColor: 'fontColor',
    setBackground: 'background',
    setBold: 'bold',
    whenFormulaSatisfied: when('CUSTOM_FORMULA'),
    whenTextContains: when('TEXT_CONTAINS'),
  },
  rule,
);

const newRule = () => ruleBuilder({ ...NEW_RULE });

/** Members of Sheet: all rules are read, and all of them are replaced. */
const ruleMembers: Members<number> = {
  getConditionalFormatRules: (id) => committed().sheet(id).conditionalFormats.map(rule),
  setConditionalFormatRules: (id, rules: object[]) => {
    const conditionalFormats = rules.map((each) => ownOf<ConditionalFormat>(each));
    assignSheet(id, () => ({ conditionalFormats }));
  },
};

/** A Sheet, known by its ID: a rename does not matter to it. */
const sheet: (id: number) => object = kind<number>('Sheet', {
  getSheetId: (id) => viewOf().sheet(id).id,
  getName: (id) => committed().sheet(id).name,
  getMaxRows: (id) => committed().sheet(id).grid.maxRows,
  getLastRow: (id) => committed().sheet(id).grid.lastRow(),
  getRange: (id, first: number | string, column = 1, rows = 1, columns = 1) => {
    const home = viewOf().sheet(id);
    if (typeof first === 'string') return rangeByText(viewOf(), home, first);
    return rangeIn(home, { row: first, column, rows, columns });
  },
  getRangeList: (id, notations: readonly string[]) => {
    const home = viewOf().sheet(id);
    return rangeList(notations.map((notation) => placeOf(rangeByText(viewOf(), home, notation))));
  },
  // The last of them has the keyboard.
  setActiveRangeList: (_, list: object) => {
    const { world, request } = running();
    const [cell] = ownOf<readonly Place[]>(list).slice(-1);
    if (cell !== undefined) world.ui.selections.set(`${bookOf().id}:${request.user}`, cell);
  },
  getFilter: (id) => (committed().sheet(id).filter === undefined ? null : kind('Filter', {})(null)),
  setName: (id, name: string) => editSheet(id, (workbook, home) => edits.renameSheet(workbook, home, name)),
  insertRowsBefore: (id, before: number, count: number) => insert(id, { axis: 'row', at: before, count }),
  insertRowsAfter: (id, after: number, count: number) => insert(id, { axis: 'row', at: after + 1, count }),
  insertColumnsAfter: (id, at: number, count: number) => insert(id, { axis: 'column', at: at + 1, count }),
  hideSheet: (id) => editSheet(id, edits.hideSheet),
  setFrozenRows: (id, frozenRows: number) => assignSheet(id, () => ({ frozenRows })),
  setFrozenColumns: (id, frozenColumns: number) => assignSheet(id, () => ({ frozenColumns })),
  setColumnWidth: (id, column: number, width: number) => setWidths(id, column, 1, width),
  setColumnWidths: setWidths,
  hideColumns: (id, column: number, count = 1) => setWidths(id, column, count, 0),
  ...chartMembers,
  ...ruleMembers,
});

const dataSourceSheet = kind<number>(
  'DataSourceSheet',
  { setSortSpec },
  { asSheet: sheet, getDataSource: dataSource },
);

const sheetOrNull = (found: Sheet | undefined) => (found === undefined ? null : sheet(found.id));

const spreadsheet = kind('Spreadsheet', {
  getId: () => bookOf().id,
  getName: () => bookOf().name,
  getUrl: () => `https://docs.google.com/spreadsheets/d/${bookOf().id}/edit`,
  getSpreadsheetTimeZone: () => bookOf().settings.zone,
  getSheetById: (_, id: number) => sheetOrNull(viewOf().findSheet(id)),
  getSheetByName: (_, name: string) => sheetOrNull(viewOf().sheets.find((each) => each.name === name)),
  getSheets: () => committed().sheets.map(({ id }) => sheet(id)),
  // At a timer nobody looks at any (assumed, the worst case).
  getActiveSheet: () => {
    const { request } = running();
    return request.kind === 'trigger' && request.edited === undefined ? null : sheet(activeSheet().id);
  },
  setActiveSheet: (_, shown: object) => {
    const id = ownOf<number>(shown);
    editBook((workbook) => {
      workbook.sheet(id).isHidden = false;
      workbook.activeSheetId = id;
    });
    return shown;
  },
  getCurrentCell: () => range({ ...currentCell(), sheetId: activeSheet().id }),
  /** The new sheet's ID is known at once, although the sheet itself may not survive a kill. */
  insertSheet: (_, name: string, index: number) => {
    const id = viewOf().newId();
    editBook((workbook) => void edits.addSheet(workbook, name, index, id));
    return sheet(id);
  },
  getRange: (_, notation: string) => rangeByText(viewOf(), viewOf().sheet(viewOf().activeSheetId), notation),
  getRangeByName: (_, name: string) => {
    const { names } = committed();
    const place = names.get(viewOf().nameOf(name) ?? '');
    return place === undefined ? null : range(place);
  },
  setNamedRange: (_, name: string, cells: object) => {
    const place = placeOf(cells);
    editBook((workbook) => edits.nameBlock(workbook, name, place));
  },
  insertDataSourceSheet: (_, spec: object) => dataSourceSheet(insertDataSource(spec)),
  getDataSourceSheets: () =>
    committed().sheets.flatMap((each) => (each.dataSource ? dataSourceSheet(each.id) : [])),
  toast: (_, text: string, title = '') => void running().world.ui.messages.push({ text, title }),
})(null);

export const spreadsheetApp = kind(
  'SpreadsheetApp',
  {
    getActive: () => bookOf() && spreadsheet,
    getUi,
    flush: () => void committed(),
    newConditionalFormatRule: newRule,
    enableBigQueryExecution: () => undefined,
  },
  { newDataSourceSpec, newDataValidation, newTextStyle },
  { BorderStyle: { SOLID_THICK: 'SOLID_THICK' } },
)(null);

function setWidths(id: number, first: number, count: number, width: number): void {
  assignSheet(id, ({ grid, columnWidths }) => {
    if (first + count - 1 > grid.maxColumns) throw edits.outsideSheet();
    const set = Array.from({ length: count }, (_, at) => [first + at, width] as const);
    return { columnWidths: new Map([...columnWidths, ...set]) };
  });
}

function insert(id: number, lines: LineChange): void {
  editSheet(id, (workbook, home) => edits.changeLines(workbook, home, lines));
}

/** In a formula the sheet of its own cell. */
function activeSheet(): Sheet {
  const workbook = viewOf();
  return workbook.sheet(running().request.cell?.sheetId ?? workbook.activeSheetId);
}

/**
 * The cell that has the keyboard; in a formula its own. The first cell of a sheet in which nobody selected anything, or
 * whose selected cell is gone (assumed).
 */
function currentCell() {
  const { request, world } = running();
  const home = activeSheet();
  if (request.cell !== undefined) return request.cell;
  const selection = world.ui.selections.get(`${bookOf().id}:${request.user}`);
  const isThere = selection?.sheetId === home.id && covers(home.bounds, selection);
  return isThere ? selection : singleCell(1, 1);
}
