import { EventEmitter } from 'node:events';
import { missingScopes } from './access';
import type { Emulator } from './emulator';
import { Person, type Task } from './person';
import { cellName, intersects, type Rectangle } from './spreadsheet/a1';
import { type Cell, effectiveFormat, isCellError, scalarOf } from './spreadsheet/cells';
import { editorOf } from './spreadsheet/editor';
import { outputOf, recalculate } from './spreadsheet/formulas';
import { displayText } from './spreadsheet/typed-text';
import { locate, Sheet, Workbook, type WorkbookSettings } from './spreadsheet/workbook';
import { HostError } from './values';
import type { Trigger } from './world';

/** What a new spreadsheet is made of. */
export interface BookOptions {
  readonly id: string;
  readonly name?: string;
  /** Email address. */
  readonly owner: string;
  /** IANA name. */
  readonly zone: string;
  /** @default 'en_GB' */
  readonly locale?: string;
}

/**
 * One spreadsheet, behind `SpreadsheetApp` and the workbench, and the people in it.
 *
 * People edit it through `editor`, scripts through a write buffer of their execution. The workbook is replaced by each
 * edit, never changed in place, so a reference to it is a copy that stays. Of each edit `change` tells: the workbook before it
 * and after it.
 */
export class Book extends EventEmitter<{ change: [before: Workbook, after: Workbook] }> {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  /** Those who may only view; anyone else may edit. */
  readonly viewers = new Set<string>();
  readonly settings: WorkbookSettings;
  /** What people do at the keyboard. */
  readonly editor = editorOf(this);
  /** All that is permanent. Not to be changed by callers. */
  workbook: Workbook;
  /** Whether it lies in the bin: triggers still fire, and find no spreadsheet. */
  isDeleted = false;

  constructor(
    private readonly emulator: Emulator,
    { id, name = 'Untitled spreadsheet', owner, zone, locale = 'en_GB' }: BookOptions,
  ) {
    super();
    this.id = id;
    this.name = name;
    this.owner = owner;
    this.settings = { zone, locale, idsGiven: 0 };
    this.workbook = new Workbook(this.settings, [new Sheet(0, 'Sheet1')]);
  }

  /** A person at the keyboard, by email address. */
  as(user: string): Person {
    return new Person(user, this, this.emulator);
  }

  /** What gives all that may change of it, as it is now. */
  state() {
    const { workbook, isDeleted, settings } = this;
    const kept = { ...settings };
    return () => ({ workbook, isDeleted, settings: Object.assign(settings, kept) });
  }

  /** Makes an edit that is permanent at once, whole or not at all. */
  edit<Result>(change: (workbook: Workbook) => Result): Result {
    const draft = this.workbook.copy();
    const result = change(draft);
    this.adopt(draft);
    return result;
  }

  /** Makes a workbook the permanent one. */
  adopt(after: Workbook): void {
    const before = this.workbook;
    this.workbook = after;
    this.emit('change', before, after);
  }

  /**
   * Refuses what a person may not edit: a viewer nothing, others no protected cells of a block, or no sheet that is
   * protected as such (its name, its size, its removal). That viewers get the same text is assumed.
   */
  checkEditable(user: string, sheet?: Sheet, block?: Rectangle): void {
    const isProtected =
      sheet?.isProtected || (block && sheet?.protections.some((own) => intersects(own, block)));
    if (this.viewers.has(user) || (user !== this.owner && isProtected))
      throw new HostError('You are trying to edit a protected cell or object.');
  }

  /** Runs the formulas whose arguments changed, as a person would. @returns How many ran. */
  recalculate(user = this.owner): number {
    return recalculate(this, (name, args, cell) => {
      if (this.emulator.entryPoint(name) === undefined) return undefined;
      return outputOf(this.emulator.runTask({ book: this, user, kind: 'formula', name, args, cell }));
    });
  }

  /** What edit triggers run once someone has edited cells. Those of a bound script wait for all permissions. */
  answersTo(a1: string): Task[] {
    const { sheet, block } = locate(this.workbook, a1);
    const { value, formula } = sheet.grid.cell(block.row, block.column);
    const isTold = block.rows === 1 && block.columns === 1 && formula === '' && value !== '';
    return this.emulator.triggers
      .filter((one) => one.on === 'edit' && one.bookId === this.id && !this.isHeld(one.owner))
      .map((one) => ({ ...this.triggered(one, isTold ? { value: String(value) } : {}), edited: block }));
  }

  /** The run of a trigger. @param told What its event tells besides. */
  triggered({ owner: user, handler: name, uniqueId: triggerUid }: Trigger, told = {}): Task {
    return { book: this, user, kind: 'trigger', name, args: [{ triggerUid, ...told }] };
  }

  /** Triggers for editor add-ons: those of a bound script "don't execute at all" while anything is not authorized. */
  isHeld(owner: string): boolean {
    return this.emulator.installation === 'bound' && missingScopes(this.emulator, owner).length > 0;
  }

  /** One cell as a person sees it. @param a1 For example `Report!A3`; without a sheet, in the active one. */
  cell(a1: string) {
    const { sheet, block } = locate(this.workbook, a1);
    const cell = sheet.grid.cell(block.row, block.column);
    const error = isCellError(cell.value) ? cell.value.message : undefined;
    return {
      /** A date as its serial number, an error as its code, `''` when empty. */
      value: scalarOf(cell.value),
      formula: cell.formula,
      display: displayText(cell, this.settings.locale),
      /** The cell's own note; without one, the message that an error shows when pointed at. */
      note: cell.note || (error ?? ''),
      format: effectiveFormat(cell),
      /** The message of an error; absent otherwise. */
      ...(error === undefined ? {} : { error }),
    };
  }

  /** The values of a block, row by row; dates as serial numbers, errors as their code. */
  values(a1: string): (string | number | boolean)[][] {
    const { sheet, block } = locate(this.workbook, a1);
    return sheet.grid.map(block, (cell) => scalarOf(cell.value));
  }

  /** The whole spreadsheet as plain data. Two that look and calculate alike give equal snapshots. */
  snapshot() {
    const { sheets, names, activeSheetId } = this.workbook;
    return { sheets: sheets.map(snapshotSheet), names: Object.fromEntries(names), activeSheetId };
  }
}

/** One sheet, plain data throughout. */
export type SheetSnapshot = ReturnType<typeof snapshotSheet>;

export function snapshotSheet({ grid, formulas: _, columnWidths, ...sheet }: Sheet) {
  /** Touched cells by their A1 name. */
  const cells: Record<string, Cell> = {};
  grid.forEach((cell, row, column) => {
    cells[cellName(row, column)] = cell;
  });
  const size = { rows: grid.maxRows, columns: grid.maxColumns };
  return { ...sheet, ...size, cells, columnWidths: Object.fromEntries(columnWidths) };
}
