import { afterAll } from '@jest/globals';
import type { ReportSheet } from '../../../src/reports/ports';
import type { CellBlock } from '../../../src/reports/sheet/cells';
import { cellName } from '../../emulator/spreadsheet/a1';
import { MemoryCache } from '../../support/memory-cache';
import { MemoryProperties } from '../../support/memory-properties';
import { MemorySheet, MemorySheets } from '../../support/memory-sheets';
import { nodeDigest, nodePacker } from '../../support/node-text';
import { StubClock } from '../../support/stub-clock';
import { ZonedCalendar } from '../../support/zoned-calendar';
import { platformPorts } from './platform-ports';
import { describePropertyStore } from './property-store-suite';
import { describeReportSheets } from './report-sheets-suite';
import { describeSharedCache } from './shared-cache-suite';
import { describeSpreadsheetCalendar } from './spreadsheet-calendar-suite';
import { describeText } from './text-suite';

// The same behaviour is asked of the adapters that ship and of the stand-ins that the unit tests use.
const platform = platformPorts();
afterAll(() => platform.world.dispose());

describeSharedCache('sharedCache', () => platform.cache);
describeSharedCache('MemoryCache', () => new MemoryCache());

describePropertyStore('propertyStore', () => platform.properties);
describePropertyStore('MemoryProperties', () => new MemoryProperties());

describeText('gzipPacker', platform.packer, platform.digest);
describeText('nodePacker', nodePacker, nodeDigest);

describeSpreadsheetCalendar('SpreadsheetCalendar', () => platform.calendar);
describeSpreadsheetCalendar('ZonedCalendar', () => new ZonedCalendar(new StubClock('2026-03-10T09:00:00Z')));

const onPlatform =
  (change: 'merge' | 'filter') =>
  (sheet: ReportSheet, { row, column, rows, columns }: CellBlock): void => {
    const [first, last] = [cellName(row, column), cellName(row + rows - 1, column + columns - 1)];
    platform.world.book.document.editor[change](`'${sheet.name()}'!${first}:${last}`);
  };
describeReportSheets('sheetWriter', () => platform.sheets, {
  merge: onPlatform('merge'),
  filter: onPlatform('filter'),
});
describeReportSheets('MemorySheets', () => new MemorySheets(), {
  merge: (sheet, block) => {
    if (sheet instanceof MemorySheet) sheet.merges = [block];
  },
  filter: (sheet) => {
    if (sheet instanceof MemorySheet) sheet.isFiltered = true;
  },
});
