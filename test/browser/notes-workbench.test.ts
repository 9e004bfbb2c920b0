import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ReportKeeper } from './support/report-keeper';
import { Session } from './support/session';
import { openTab } from './support/tabs';

/* A person writes beside shifts in the workbench, sorts, restates a week, undoes, and removes a note column. */

let session: Session;
let keeper: ReportKeeper;
beforeAll(async () => {
  session = await Session.open('connected');
  keeper = await ReportKeeper.at(session);
});
afterAll(() => session.close());

const SHEET = 'Noted';
/** The notes in the table by the SHIFT_ID of their row. */
const notes = () =>
  keeper
    .table(SHEET, 'T400')
    .slice(1)
    .flatMap((row) => (row[18] === '' && row[19] === '' ? [] : [[row[17], row[18], row[19]]]));
const onSheet = () =>
  keeper
    .table('Shift Reports notes', 'J20')
    .slice(1)
    .flatMap((row) => (row[0] === '' ? [] : [[row[0], row[3], row[4]]]));

test('notes stay with their shifts through everything that happens to rows', async () => {
  await keeper.addReport({ Period: 'Last 28 days', 'Note columns': 'Reason, Done', Sheet: SHEET });
  await session.idle();
  const ids = keeper
    .table(SHEET)
    .slice(1)
    .map((row) => row[17]);
  const [first, last] = [ids[0], ids[ids.filter((id) => id !== '').length - 1]];
  const lastRow = 1 + ids.indexOf(last ?? '') + 1;
  await session.enter(`${SHEET}!S2`, 'called, bus strike');
  await session.enter(`${SHEET}!S${lastRow}`, 'still open');
  await session.enter(`${SHEET}!T${lastRow}`, 'TRUE');
  const all = [
    [first, 'called, bus strike', ''],
    [last, 'still open', true],
  ];
  expect(notes()).toEqual(all);

  // Sorted by a person, then refreshed.
  session.demo.book.document.editor.sort(`${SHEET}!A2:T${lastRow}`, 18, false);
  await keeper.refresh(SHEET);
  await keeper.hears('status', /Refreshed/);
  expect(notes()).toEqual(all);

  // A day later the first day leaves the period, and newer shifts come; figures of other days are restated.
  await keeper.push('1 day');
  await keeper.refresh(SHEET);
  await keeper.hears('status', /1 note moved to “Shift Reports notes”/);
  expect(notes()).toEqual([[last, 'still open', true]]);
  expect(onSheet()).toEqual([[first, 'Reason', 'called, bus strike']]);

  await keeper.press('Undo last refresh');
  await keeper.hears('status', /1 note came back/);
  expect(notes()).toEqual(all);
  expect(onSheet()).toEqual([]);

  await openTab(keeper.sidebar, 'Reports');
  await keeper.card(SHEET).getByRole('button', { name: 'Edit', exact: true }).click();
  await keeper.sidebar.getByLabel('Note columns', { exact: true }).fill('Done');
  await keeper.press('Save report');
  await keeper.hears(
    'alert',
    /1 note will move to Shift Reports notes\. Remove the column\?|2 notes will move/,
  );
  await keeper.press('Save report');
  await keeper.hears('status', /moved to “Shift Reports notes”/);
  expect(notes()).toEqual([[last, true, '']]);
  expect(onSheet()).toEqual(
    expect.arrayContaining([
      [first, 'Reason', 'called, bus strike'],
      [last, 'Reason', 'still open'],
    ]),
  );
  expect(session.complaints).toEqual([]);
});
