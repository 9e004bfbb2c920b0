import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SidebarOutcome, SidebarState } from '../../src/contract/sidebar';
import { CONNECTED } from '../unit/sidebar-page/sample-state';
import { ScriptedSidebar } from './support/scripted-sidebar';

/* Settings ▸ Notes: for how long notes are kept, and all of them as a file before they are deleted. */

const NOTED: SidebarState = { ...CONNECTED, notes: { keptMonths: 0 } };
const FILE = { name: 'shift-notes.csv', text: '"SHIFT_ID"\r\n7', count: 12 };

let sidebar: ScriptedSidebar;
beforeAll(async () => {
  sidebar = await ScriptedSidebar.open(done(NOTED));
});
afterAll(() => sidebar.close());
beforeEach(async () => {
  await sidebar.show(done(NOTED));
  await sidebar.page.getByRole('tab', { name: 'Settings' }).click();
});

function done(state: SidebarState, more: Partial<SidebarOutcome> = {}): SidebarOutcome {
  return { kind: 'done', message: '', state, more: false, ...more } as SidebarOutcome;
}
const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });

test('the months to keep notes are sent, and nothing breaks a rule of accessibility', async () => {
  await sidebar.page.getByLabel('Delete notes older than', { exact: true }).selectOption('13 months');
  expect(await sidebar.violations()).toEqual([]);
  await button('Save setting').click();

  expect(await sidebar.call(0)).toMatchObject({ name: 'sidebarKeepNotes', args: [13] });
});

test('all notes can be saved as a file before they are deleted', async () => {
  sidebar.answer = () => done(NOTED, { notesFile: FILE } as Partial<SidebarOutcome>);
  await button('Export and delete all notes').click();
  const link = sidebar.page.getByRole('link', { name: 'Save shift-notes.csv' });
  const [download] = await Promise.all([sidebar.page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('shift-notes.csv');
  await sidebar.page.getByText('Delete all 12 notes?').waitFor();
  expect(await sidebar.violations()).toEqual([]);
  await button('Yes, delete notes').click();

  expect(await sidebar.call(1)).toMatchObject({ name: 'sidebarDeleteNotes', args: [12] });
  await button('Export and delete all notes').waitFor();
});

test('notes stay where the person says no', async () => {
  sidebar.answer = () => done(NOTED, { notesFile: FILE } as Partial<SidebarOutcome>);
  await button('Export and delete all notes').click();
  await button('No, keep them').click();

  await button('Export and delete all notes').waitFor();
  expect(await sidebar.page.getByText('Delete all 12 notes?').count()).toBe(0);
});

test.each([
  [
    'there are none',
    () => done(NOTED, { message: 'No notes.', notesFile: { ...FILE, count: 0 } } as Partial<SidebarOutcome>),
  ],
  [
    'reading them failed',
    () => ({ kind: 'failed', code: 'busy', message: 'Try again.', state: null }) as SidebarOutcome,
  ],
])('nothing is asked where %s', async (_, answer) => {
  sidebar.answer = answer;
  await button('Export and delete all notes').click();
  await sidebar.page
    .getByText(/^(?:No notes|Try again)\.$/)
    .first()
    .waitFor();

  expect(await sidebar.page.getByText(/^Delete (?:all|the)/).count()).toBe(0);
  expect(await button('Export and delete all notes').count()).toBe(1);
});

test('one note is asked about in the singular', async () => {
  sidebar.answer = () => done(NOTED, { notesFile: { ...FILE, count: 1 } } as Partial<SidebarOutcome>);
  await button('Export and delete all notes').click();
  await sidebar.page.getByText('Delete the note?').waitFor();
});

test('months that could not be saved stay as they were chosen', async () => {
  sidebar.answer = () => ({ kind: 'failed', code: 'busy', message: 'Try again.', state: null });
  await sidebar.page.getByLabel('Delete notes older than', { exact: true }).selectOption('25 months');
  await button('Save setting').click();
  await sidebar.page.getByRole('alert').filter({ hasText: 'Try again.' }).waitFor();

  expect(await sidebar.page.getByLabel('Delete notes older than', { exact: true }).inputValue()).toBe('25');
});

test('a spreadsheet without notes has no such section', async () => {
  await sidebar.show(done(CONNECTED));
  await sidebar.page.getByRole('tab', { name: 'Settings' }).click();

  expect(await sidebar.page.getByRole('heading', { name: 'Notes', exact: true }).count()).toBe(0);
});
