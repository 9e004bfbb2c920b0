import type { Book } from '../book';
import type { Execution } from '../execution';
import type { Sheet, Workbook } from '../spreadsheet/workbook';
import { HostError } from '../values';
import type { WorkbookEdit } from '../write-buffer';

let current: Execution | undefined;

/** The execution whose script runs now. */
export function running(): Execution {
  if (current === undefined) throw new Error('No script runs.');
  return current;
}

/** Runs something as an execution. */
export function runAs<Result>(execution: Execution, run: () => Result): Result {
  const before = current;
  current = execution;
  try {
    return run();
  } finally {
    current = before;
  }
}

/** The spreadsheet of the script. @throws {HostError} when it was deleted. */
export function bookOf(): Book {
  const { book } = running().request;
  if (book.isDeleted) throw new HostError(`Document ${book.id} is missing (perhaps it was deleted?)`);
  return book;
}

/** The workbook as this execution made it, without committing anything: for handles. */
export function viewOf(): Workbook {
  bookOf();
  return running().writes.view;
}

/** The workbook for a read, which first makes this execution's writes permanent. */
export function committed(): Workbook {
  running().writes.flush();
  return bookOf().workbook;
}

/** Makes an edit that concerns the spreadsheet as a whole. */
export function editBook(edit: WorkbookEdit): void {
  bookOf().checkEditable(running().request.user);
  running().writes.add(edit);
}

/** Makes an edit that concerns a sheet as such. */
export function editSheet(sheetId: number, edit: (workbook: Workbook, sheet: Sheet) => void): void {
  bookOf().checkEditable(running().request.user, viewOf().sheet(sheetId));
  running().writes.add((workbook) => edit(workbook, workbook.sheet(sheetId)));
}

/** The same, told by what becomes of the sheet. */
export function assignSheet(sheetId: number, change: (sheet: Sheet) => Partial<Sheet>): void {
  editSheet(sheetId, (_, sheet) => void Object.assign(sheet, change(sheet)));
}

/** The members of a class: each is given what belongs to the object, then the arguments. */
export interface Members<Own> {
  // biome-ignore lint/suspicious/noExplicitAny: the type definitions of Apps Script check what the script hands over.
  readonly [member: string]: (own: Own, ...args: any[]) => unknown;
}

const owns = new WeakMap<object, unknown>();

/**
 * A class of Apps Script, with the members that the product uses. One that answers nothing gives its object back.
 *
 * @param calls Service calls: judged, counted, priced.
 * @param plain What is answered in the script.
 * @param constants Enums.
 * @returns What makes an object of it.
 */
export function kind<Own>(
  name: string,
  calls: Members<Own>,
  plain: Members<Own> = {},
  constants: Readonly<Record<string, unknown>> = {},
): (own: Own) => object {
  const shape: Record<string, unknown> = { ...constants };
  for (const [member, answer] of Object.entries({ ...plain, ...calls })) {
    shape[member] = function (this: object, ...args: unknown[]) {
      const act = () => answer(ownOf<Own>(this), ...args);
      const result = member in calls ? running().call(`${name}.${member}`, args, act) : act();
      return result === undefined ? this : result;
    };
  }
  return (own) => {
    const self: object = Object.create(shape);
    owns.set(self, own);
    return Object.freeze(self);
  };
}

/**
 * A builder: each setter sets the member that it names, or tells what it changes of the draft, and gives the builder back.
 *
 * @param build What `build` makes of the draft.
 */
export function builder<Draft extends object>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: as in Members.
  setters: { readonly [member: string]: keyof Draft | ((draft: Draft, ...args: any[]) => Partial<Draft>) },
  build: (draft: Draft) => object,
): (draft: Draft) => object {
  const members = Object.entries(setters).map(([member, set]) => [
    member,
    (draft: Draft, ...args: unknown[]) =>
      void Object.assign(draft, typeof set === 'function' ? set(draft, ...args) : { [set]: args[0] }),
  ]);
  return kind(name, {}, { ...Object.fromEntries(members), build: (draft: Draft) => build({ ...draft }) });
}

/** What belongs to an object of a class. */
export const ownOf = <Own>(object: object): Own => owns.get(object) as Own;
