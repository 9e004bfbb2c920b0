import type { Demo } from '../workbench/demo';

/** One target for all venues, a plan and prices. */
const LINES = [
  ['', '', '', '', '', '', '88%', '900', '6000', '£14.50', '£40', '£25'],
  ['', '', '', '', '', 'no shows %', '3%', '', '', '', '', ''],
];

/** Has the targets sheet made, and types lines as a person does. */
export function typeTargets({ book, person }: Demo): void {
  book.as(person).callFromSidebar('sidebarSetTargets');
  LINES.forEach((line, row) => {
    line.forEach((text, column) => {
      book.document.editor.type(`Shift Reports targets!${'ABCDEFGHIJKL'[column]}${row + 2}`, text);
    });
  });
}
