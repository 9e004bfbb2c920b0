import { checked, Exception, refuseUnknownMembers } from '../realm';
import type { BookObjects } from './book-objects';
import type { ChartDraft } from './chart-draft';
import { createContainerInfo } from './container-info';
import { createChartBuilder } from './embedded-chart-builder';

const drafts = new WeakMap<object, ChartDraft>();
const NAME = 'SpreadsheetApp.EmbeddedChart';

/** What an EmbeddedChart of this realm holds. @throws {Exception} E4 for any other object. */
export function chartDraftOf(chart: unknown, methodName: string): ChartDraft {
  const draft = typeof chart === 'object' && chart !== null ? drafts.get(chart) : undefined;
  if (draft !== undefined) return draft;
  throw new Exception(`The parameters ((class)) don't match the method signature for ${methodName}.`);
}

/** An `EmbeddedChart`: as it was read or built; it does not follow what happens to the chart afterwards. */
export function createChart(draft: ChartDraft, book: BookObjects): object {
  const chart = refuseUnknownMembers('EmbeddedChart', {
    toString: () => 'EmbeddedChart',
    getChartId: checked(`${NAME}.getChartId`, [[]], () => draft.id),
    getRanges: checked(`${NAME}.getRanges`, [[]], () => draft.ranges.map(book.range)),
    getNumHeaders: checked(`${NAME}.getNumHeaders`, [[]], () => draft.numHeaders),
    getContainerInfo: checked(`${NAME}.getContainerInfo`, [[]], () => createContainerInfo(draft)),
    getOptions: checked(`${NAME}.getOptions`, [[]], () => createOptions(draft)),
    modify: checked(`${NAME}.modify`, [[]], () =>
      createChartBuilder(draft, book, (built) => createChart(built, book)),
    ),
  });
  drafts.set(chart, draft);
  return chart;
}

/** `ChartOptions`: what was set, by dotted name; null for the rest (assumed). */
function createOptions({ options }: ChartDraft): object {
  return refuseUnknownMembers('ChartOptions', {
    get: checked('Charts.ChartOptions.get', [['string']], (name: string) => options[name] ?? null),
  });
}
