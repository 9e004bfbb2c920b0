import type { SheetDrawings } from '../drawings';
import { type CallScript, FormulaAnswers } from '../formula-answers';
import type { DocumentView, FunctionAnswer, WorkbenchEvent } from '../protocol';
import { Calculations } from './calculations';
import { showCellNotes } from './cell-notes';
import { chartLayer } from './chart-layer';
import { type ClockView, clockView } from './clock-view';
import { dropDowns } from './drop-downs';
import { Edits } from './edits';
import { byId } from './element';
import { createGrid, type Grid } from './grid';
import { showLooks } from './looks';
import { mailViewer } from './mail-viewer';
import { showMenu } from './menu';
import { listExecution, showAlert, showStatus, showToast } from './messages';
import { pasteFormulas } from './pasted-formulas';
import { Patches } from './patches';
import { type RowHeights, rowHeights } from './row-heights';
import { postSelection } from './selection-posts';
import { ServerGone, ServerLink } from './server-link';
import { SheetIds } from './sheet-ids';
import { type SidebarFrame, sidebarFrame } from './sidebar-frame';
import { testDoor } from './test-door';
import { showWarehouse } from './warehouse-viewer';

async function start(): Promise<void> {
  const link = new ServerLink(() => {
    byId('server-banner').hidden = false;
    window.dispatchEvent(new Event('resize'));
    clock.stop();
    status.show();
  });
  showStatus('Loading…');
  const document = await link.get<DocumentView>('/document');
  const ids = new SheetIds(document.sheets);
  const call: CallScript = (name, args, { sheetId, row, column }) =>
    link
      .postAfterEdits<FunctionAnswer>('/function', {
        name,
        args,
        sheetId: ids.sheetId(sheetId) ?? 0,
        row: row + 1,
        column: column + 1,
        formula: grid.worksheet(sheetId)?.getCellRaw(row, column)?.f ?? '',
      })
      .catch((error: Error): FunctionAnswer => ({ kind: 'error', code: '#ERROR!', message: error.message }));
  const grid = createGrid('grid', document, () => answers);
  const answers: FormulaAnswers = new FormulaAnswers(call, (places) => grid.calculate(places));
  const calculations = new Calculations(grid, ids, link);

  const status = statusLine(() => {
    if (link.isGone) return 'Nothing is saved: the server has stopped';
    return calculations.running || answers.pending > 0 ? 'Calculating…' : '';
  });
  const refused = (error: Error): void => {
    // The banner says it already, and a dialog would take the keyboard from what is being typed.
    if (!(error instanceof ServerGone)) showAlert('This could not be done', error.message);
  };
  const patches = new Patches(grid, ids);
  const clock = clockView(document.zone, link, refused);
  const addMails = mailViewer(document.zone, document.mails);
  if (document.hasWarehouse) showWarehouse(link, refused);
  const sidebar = sidebarFrame(link, clock.aheadMillis, grid.focus);
  const tellSelected = showCellNotes(grid, status.about);
  calculations.start(() => {
    if (!calculations.running) answers.calculationEnded();
    tellSelected();
    status.show();
  });
  new Edits(grid, ids, link, {
    onRefused: refused,
    onFormula: (place) => answers.forget(place),
  }).start();
  pasteFormulas(grid);
  const looks = showLooks(grid, ids);
  const charts = chartLayer(grid, ids);
  const showLists = dropDowns(grid, ids);
  const heights = rowHeights(grid, ids);
  heights.cells(document.blocks);
  const showDrawings = (drawings: readonly SheetDrawings[]): void => {
    looks.show(drawings);
    charts.show(drawings);
    showLists(drawings);
  };
  postSelection(grid, ids, link);
  clock.set(document.nowMillis, null);
  for (const name of ['differences', 'calls'])
    byId(`open-${name}`).addEventListener('click', () => (byId(name) as HTMLDialogElement).showModal());
  keepKeysFromGrid();
  byId('book-name').textContent = document.name;
  showMenu(document.menu, (caption) => void link.post('/menu', { caption }).catch(refused));
  patches.names(document.names);
  link.listen((event) =>
    showEvent(event, { grid, patches, heights, sidebar, clock, addMails, showDrawings }),
  );
  await grid.drawn();
  heights.fit();
  showDrawings(document.drawings);
  Object.assign(window, {
    workbench: testDoor(
      grid,
      { looks, charts },
      {
        posts: () => link.pending > 0,
        calculation: () => calculations.running,
        answers: () => answers.pending > 0,
      },
    ),
  });
  status.show();
}

/**
 * The grid takes Enter, Space and arrows from the whole window, whatever has the focus: not from our own parts. F6 leads out
 * of it, since Tab goes from cell to cell.
 */
function keepKeysFromGrid(): void {
  byId('grid').addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      event.stopPropagation();
      byId('open-extensions').focus();
    },
    { capture: true },
  );
  for (const part of window.document.querySelectorAll('body > :not(main), #sidebar, #drop-downs')) {
    for (const type of ['keydown', 'keyup', 'keypress', 'copy', 'cut', 'paste']) {
      part.addEventListener(type, (event) => event.stopPropagation());
    }
  }
}

/** Has what follows the clock calculated again. */
function calculateTimes(grid: Grid): void {
  const places = grid
    .workbook()
    .getSheets()
    .flatMap((sheet) => {
      const found: { sheetId: string; row: number; column: number }[] = [];
      sheet.getCellMatrix().forValue((row, column, cell) => {
        if (/\b(?:NOW|TODAY)\(/i.test(cell?.f ?? ''))
          found.push({ sheetId: sheet.getSheetId(), row, column });
      });
      return found;
    });
  if (places.length > 0) grid.calculate(places);
}

interface Parts {
  readonly grid: Grid;
  readonly patches: Patches;
  readonly sidebar: SidebarFrame;
  readonly heights: RowHeights;
  readonly clock: ClockView;
  readonly addMails: ReturnType<typeof mailViewer>;
  showDrawings(drawings: readonly SheetDrawings[]): void;
}

function showEvent(event: WorkbenchEvent, parts: Parts): void {
  const { grid, patches, heights, sidebar, clock, addMails, showDrawings } = parts;
  if (event.kind === 'cells') {
    patches.cells(event.blocks);
    heights.cells(event.blocks);
    requestAnimationFrame(() => heights.fit());
  } else if (event.kind === 'sheets') {
    patches.sheets(event.sheets);
    heights.widths();
    requestAnimationFrame(() => heights.fit());
  } else if (event.kind === 'drawings') showDrawings(event.drawings);
  else if (event.kind === 'active-sheet') patches.activate(event.sheetId);
  else if (event.kind === 'current-cell') patches.select(event.cell);
  else if (event.kind === 'names') patches.names(event.names);
  else if (event.kind === 'toast') showToast(event.title, event.message);
  else if (event.kind === 'alert') showAlert(event.title, event.message);
  else if (event.kind === 'sidebar') sidebar.open(event.title, event.version);
  else if (event.kind === 'execution') listExecution(event.execution);
  else if (event.kind === 'mails') addMails(event.mails);
  else {
    clock.set(event.nowMillis, event.skipped);
    sidebar.tellTime(event.skipped === null);
    if (event.skipped === null) calculateTimes(grid);
  }
}

/** The line at the bottom: what is going on, else the text of the selected cell. @param goingOn `''` for nothing. */
function statusLine(goingOn: () => string): { show(): void; about(text: string): void } {
  let cellText = '';
  const show = (): void => showStatus(goingOn() || cellText || 'Ready');
  return {
    show,
    about(text) {
      cellText = text;
      show();
    },
  };
}

start().catch((error: Error) => showStatus(`The page could not start: ${error.message}`));
