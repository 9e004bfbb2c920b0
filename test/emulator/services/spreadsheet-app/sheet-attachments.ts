import { callHost } from '../realm';
import { type OwnOfSheet, place } from './book-objects';
import { type ChartDraft, EMPTY_DRAFT } from './chart-draft';
import { type SharedMethods, sharedMethod } from './checked-methods';
import type { RuleDraft } from './conditional-format';
import { createRule, ruleDraftOf } from './conditional-format-rule';
import { chartDraftOf, createChart } from './embedded-chart';
import { createChartBuilder } from './embedded-chart-builder';
import { createFilter } from './filter';

const NAME = 'SpreadsheetApp.Sheet';

const CHARTS: SharedMethods<OwnOfSheet> = {
  newChart: sharedMethod([], (own) => {
    callHost('Sheet.newChart', own.target, []);
    return createChartBuilder(EMPTY_DRAFT, own.book, (draft) => createChart(draft, own.book));
  }),
  getCharts: sharedMethod([], ({ target, book }) =>
    callHost('Sheet.getCharts', target, []).map((draft: ChartDraft) => createChart(draft, book)),
  ),
  insertChart: sharedMethod(['object'], (own, chart: object) => sendChart(own, 'insertChart', chart)),
  updateChart: sharedMethod(['object'], (own, chart: object) => sendChart(own, 'updateChart', chart)),
  removeChart: sharedMethod(['object'], ({ target }, chart: object) => {
    callHost('Sheet.removeChart', target, [chartDraftOf(chart, `${NAME}.removeChart`).id]);
  }),
};

function sendChart({ target }: OwnOfSheet, member: string, chart: object): void {
  const draft = chartDraftOf(chart, `${NAME}.${member}`);
  callHost(`Sheet.${member}`, target, [{ ...draft, ranges: draft.ranges.map(place) }]);
}

const RULES: SharedMethods<OwnOfSheet> = {
  getConditionalFormatRules: sharedMethod([], ({ target, book }) =>
    callHost('Sheet.getConditionalFormatRules', target, []).map((draft: RuleDraft) =>
      createRule(draft, book),
    ),
  ),
  setConditionalFormatRules: sharedMethod(['array'], ({ target }, rules: object[]) => {
    const drafts = rules.map(ruleDraftOf).map((draft) => ({ ...draft, ranges: draft.ranges.map(place) }));
    callHost('Sheet.setConditionalFormatRules', target, [drafts]);
  }),
  clearConditionalFormatRules: sharedMethod([], ({ target }) => {
    callHost('Sheet.clearConditionalFormatRules', target, []);
  }),
};

const FILTER: SharedMethods<OwnOfSheet> = {
  getFilter: sharedMethod([], ({ target, book }) => {
    const handle = callHost('Sheet.getFilter', target, []);
    return handle === null ? null : createFilter(handle, book);
  }),
};

/** Members of Sheet for what lies over its cells: charts, conditional formats, the filter. */
export const SHEET_ATTACHMENTS: SharedMethods<OwnOfSheet> = { ...CHARTS, ...RULES, ...FILTER };
