import { afterAll } from '@jest/globals';
import { MemoryCache } from '../../support/memory-cache';
import { MemoryProperties } from '../../support/memory-properties';
import { MemorySheets } from '../../support/memory-sheets';
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

describeSharedCache('CacheServiceCache', () => platform.cache);
describeSharedCache('MemoryCache', () => new MemoryCache());

describePropertyStore('PropertiesStore', () => platform.properties);
describePropertyStore('MemoryProperties', () => new MemoryProperties());

describeText('gzipPacker', platform.packer, platform.digest);
describeText('nodePacker', nodePacker, nodeDigest);

describeSpreadsheetCalendar('SpreadsheetCalendar', () => platform.calendar);
describeSpreadsheetCalendar('ZonedCalendar', () => new ZonedCalendar(new StubClock('2026-03-10T09:00:00Z')));

describeReportSheets('sheetWriter', () => platform.sheets);
describeReportSheets('MemorySheets', () => new MemorySheets());
