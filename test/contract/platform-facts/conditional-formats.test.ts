import { describeFacts } from './describe-facts';

const SHEET_PAGE = 'Sheet reference';
const BUILDER = 'ConditionalFormatRuleBuilder reference';
const SUITE = 'gas-fakes suite';
const INFERENCE = 'inference; the text is assumed';

const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  var TYPES = SpreadsheetApp.InterpolationType;
  function below(notation, number) {
    return SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange(notation)])
      .whenNumberLessThan(number).setBackground('#f4c7c3').setFontColor('#000000');
  }
  function gradient(notation) {
    return SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange(notation)])
      .setGradientMinpointWithValue('#e67c73', TYPES.NUMBER, '60')
      .setGradientMidpointWithValue('#ffffff', TYPES.PERCENTILE, '50')
      .setGradientMaxpointWithValue('#57bb8a', TYPES.NUMBER, '100');
  }
  function cells() {
    return sheet.getConditionalFormatRules().map(function (rule) { return rule.getRanges()[0].getA1Notation(); });
  }`;

describeFacts('Conditional formats', [
  {
    no: 'K1',
    mark: 'doc',
    source: SHEET_PAGE,
    title: 'setting rules replaces all that the sheet had',
    observe: `${SHEET} sheet.setConditionalFormatRules([below('A1', 1).build(), below('B1', 2).build()]);
      sheet.setConditionalFormatRules([below('C1', 3).build()]); return cells();`,
    expected: ['C1'],
  },
  {
    no: 'K2',
    mark: 'doc',
    source: SHEET_PAGE,
    title: 'rules that were read can be set again together with a new one',
    observe: `${SHEET} sheet.setConditionalFormatRules([below('A1', 1).build(), gradient('B1:B9').build()]);
      var rules = sheet.getConditionalFormatRules(); rules.push(below('C1', 3).build());
      sheet.setConditionalFormatRules(rules); return cells();`,
    expected: ['A1', 'B1:B9', 'C1'],
  },
  {
    no: 'K3',
    mark: 'doc',
    source: BUILDER,
    title: 'a condition reads back its kind, values and look, and is no gradient',
    observe: `${SHEET} sheet.setConditionalFormatRules([below('A1', 90).build()]);
      var rule = sheet.getConditionalFormatRules()[0]; var condition = rule.getBooleanCondition();
      return [String(condition.getCriteriaType()), condition.getCriteriaValues(), condition.getBackground(),
        condition.getFontColor(), rule.getGradientCondition()];`,
    expected: ['NUMBER_LESS_THAN', [90], '#f4c7c3', '#000000', null],
  },
  {
    no: 'K4',
    mark: 'doc',
    source: 'GradientCondition reference',
    title: 'a gradient reads back its colours, types and values, and is no condition',
    observe: `${SHEET} sheet.setConditionalFormatRules([gradient('A1:A9').build()]);
      var rule = sheet.getConditionalFormatRules()[0]; var scale = rule.getGradientCondition();
      return [scale.getMinColor(), String(scale.getMinType()), scale.getMinValue(), scale.getMidColor(),
        String(scale.getMidType()), scale.getMaxColor(), scale.getMaxType() === TYPES.NUMBER, rule.getBooleanCondition()];`,
    expected: ['#e67c73', 'NUMBER', '60', '#ffffff', 'PERCENTILE', '#57bb8a', true, null],
  },
  {
    no: 'K5',
    mark: 'rec2',
    source: 'an execution log of 2026-08 in a public repository',
    title: 'a rule without ranges is refused',
    observe: `${SHEET} return thrown(function () {
      SpreadsheetApp.newConditionalFormatRule().whenNumberLessThan(1).setBackground('#f00').build(); });`,
    expected: 'Exception: Ranges must have at least one range',
  },
  {
    no: 'K6',
    mark: 'asm',
    source: INFERENCE,
    title: 'a rule that says neither when nor by which colours is refused',
    observe: `${SHEET} return thrown(function () {
      SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange('A1')]).setBackground('#f00').build(); });`,
    expected: 'Exception: A conditional format rule needs a condition, or both ends of a gradient',
  },
  {
    no: 'K7',
    mark: 'asm',
    source: INFERENCE,
    title: 'a rule for cells of another sheet is refused and the rules stay',
    observe: `${SHEET} sheet.setConditionalFormatRules([below('A1', 1).build()]);
      var other = book.insertSheet('Other ' + Utilities.getUuid(), 1);
      return [thrown(function () { other.setConditionalFormatRules([below('A1', 1).build()]); }), cells()];`,
    expected: ['Exception: The ranges of a rule must be on the sheet of the rule.', ['A1']],
  },
  {
    no: 'K8',
    mark: 'doc',
    source: BUILDER,
    title: 'the value of a gradient point is text',
    observe: `${SHEET} return thrown(function () {
      SpreadsheetApp.newConditionalFormatRule().setGradientMinpointWithValue('#fff', TYPES.NUMBER, 60); });`,
    expected:
      "Exception: The parameters (String,(class),number) don't match the method signature for SpreadsheetApp.ConditionalFormatRuleBuilder.setGradientMinpointWithValue.",
  },
  {
    no: 'K9',
    mark: 'asm',
    source: 'what Google Sheets does in its window',
    title: 'rules follow their cells when rows come and go, and are gone with their last cell',
    observe: `${SHEET} sheet.setConditionalFormatRules([below('A5:A9', 1).build(), below('B2', 1).build()]);
      sheet.insertRowsBefore(1, 3); var moved = cells(); sheet.deleteRows(5, 1); return [moved, cells()];`,
    expected: [['A8:A12', 'B5'], ['A7:A11']],
  },
]);

describeFacts('Filters', [
  {
    no: 'K10',
    mark: 'doc',
    source: SHEET_PAGE,
    title: 'a sheet without a filter has null',
    observe: `${SHEET} return sheet.getFilter();`,
    expected: null,
  },
  {
    no: 'K11',
    mark: 'rec2',
    source: SUITE,
    title: 'a sheet has one filter at most',
    observe: `${SHEET} sheet.getRange('A1:C9').createFilter();
      return [sheet.getFilter().getRange().getA1Notation(), thrown(function () { sheet.getRange('E1:F2').createFilter(); })];`,
    expected: ['A1:C9', "Exception: You can't create a filter in a sheet that already has a filter."],
  },
  {
    no: 'K14',
    mark: 'rec2',
    source: SUITE,
    title: 'a filter takes criteria for a column, and can be made anew after it was removed',
    observe: `${SHEET} var range = sheet.getRange('A1:C9');
      var filter = range.createFilter();
      var told = thrown(function () {
        filter.setColumnFilterCriteria(2, SpreadsheetApp.newFilterCriteria().setHiddenValues(['x']).build()); });
      filter.remove(); sheet.getRange('B2:C4').createFilter();
      return [told, sheet.getFilter().getRange().getA1Notation()];`,
    expected: ['nothing thrown', 'B2:C4'],
  },
  {
    no: 'K15',
    mark: 'doc',
    source: 'FilterCriteriaBuilder reference',
    title: 'criteria hold the values to hide, and a copy is on its own',
    observe: `var builder = SpreadsheetApp.newFilterCriteria().setHiddenValues(['a', 'b']);
      var copy = builder.copy(); builder.setHiddenValues(['c']);
      return [builder.build().getHiddenValues(), copy.build().getHiddenValues()];`,
    expected: [['c'], ['a', 'b']],
  },
]);
