import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANN, Stage, state } from '../support/scene';

/* What people wrote on the status sheet, below the lines of reports or where one stood. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const STATUS = 'Shift Reports status';

test('a note where the line of a removed report stood stays', async () => {
  const scene = await stage.open();
  scene.connect();
  const [kept, removed] = ['Shifts', 'Other'].map((sheet) => scene.saveReport({ sheet }));
  state(scene.ask('sidebarRefreshAll'));
  state(scene.ask('sidebarRemoveReport', removed));
  scene.book.as(ANN).enter(`${STATUS}!A3`, 'Questions: ask Ann');

  state(scene.ask('sidebarRefreshReport', kept));

  expect(scene.book.values(`${STATUS}!A2:A3`)).toEqual([['Shifts'], ['Questions: ask Ann']]);
});

test('notes below the status stay in a copy of the spreadsheet', async () => {
  const scene = await stage.open();
  scene.connect();
  state(scene.ask('sidebarRefreshReport', scene.saveReport()));
  scene.book.as(ANN).enter(`${STATUS}!A6`, 'Questions: ask Ann');
  const copy = scene.emulator.copySpreadsheet(scene.book, { owner: ANN });
  const ask = (name: string, argument: unknown) => copy.as(ANN).callFromSidebar(name, argument);
  ask('sidebarConnect', scene.form());
  const form = { id: null, period: 'custom', from: '2026-03-01', to: '2026-03-07', sheet: 'New' };
  ask('sidebarSaveReport', form);

  ask('sidebarRefreshAll', undefined);

  expect(copy.values(`${STATUS}!A2:B2`)).toEqual([['New', 'OK']]);
  expect(copy.cell(`${STATUS}!A6`).value).toBe('Questions: ask Ann');
});
