import { callHost } from '../realm';
import { type BookObjects, place } from './book-objects';
import { type ChartDraft, EMPTY_DRAFT } from './chart-draft';
import { type Method, method } from './checked-methods';
import type { RuleDraft } from './conditional-format';
import { createRule, ruleDraftOf } from './conditional-format-rule';
import { chartDraftOf, createChart } from './embedded-chart';
import { createChartBuilder } from './embedded-chart-builder';
import { createFilter } from './filter';

const NAME = 'SpreadsheetApp.Sheet';

/** Members of Sheet for what lies over its cells: charts, conditional formats, the filter. */
export function sheetAttachments(target: { readonly sheetId: number }, book: BookObjects) {
  return { ...chartMethods(target, book), ...ruleMethods(target, book), ...filterMethods(target, book) };
}

function chartMethods(target: { readonly sheetId: number }, book: BookObjects): { [member: string]: Method } {
  const read = (draft: ChartDraft) => createChart(draft, book);
  const send = (member: string, chart: object) => {
    const draft = chartDraftOf(chart, `${NAME}.${member}`);
    callHost(`Sheet.${member}`, target, [{ ...draft, ranges: draft.ranges.map(place) }]);
  };
  return {
    newChart: method([], () => {
      callHost('Sheet.newChart', target, []);
      return createChartBuilder(EMPTY_DRAFT, book, read);
    }),
    getCharts: method([], () => callHost('Sheet.getCharts', target, []).map(read)),
    insertChart: method(['object'], (chart: object) => send('insertChart', chart)),
    updateChart: method(['object'], (chart: object) => send('updateChart', chart)),
    removeChart: method(['object'], (chart: object) => {
      callHost('Sheet.removeChart', target, [chartDraftOf(chart, `${NAME}.removeChart`).id]);
    }),
  };
}

function ruleMethods(target: { readonly sheetId: number }, book: BookObjects): { [member: string]: Method } {
  return {
    getConditionalFormatRules: method([], () =>
      callHost('Sheet.getConditionalFormatRules', target, []).map((draft: RuleDraft) =>
        createRule(draft, book),
      ),
    ),
    setConditionalFormatRules: method(['array'], (rules: object[]) => {
      const drafts = rules.map(ruleDraftOf).map((draft) => ({ ...draft, ranges: draft.ranges.map(place) }));
      callHost('Sheet.setConditionalFormatRules', target, [drafts]);
    }),
    clearConditionalFormatRules: method([], () => {
      callHost('Sheet.clearConditionalFormatRules', target, []);
    }),
  };
}

function filterMethods(
  target: { readonly sheetId: number },
  book: BookObjects,
): { [member: string]: Method } {
  return {
    getFilter: method([], () => {
      const handle = callHost('Sheet.getFilter', target, []);
      return handle === null ? null : createFilter(handle, book);
    }),
  };
}
