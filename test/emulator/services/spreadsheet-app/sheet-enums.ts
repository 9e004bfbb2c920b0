import { createEnum } from '../enum';

/** `SpreadsheetApp.InterpolationType`. */
export const interpolationTypes = createEnum('InterpolationType', [
  'NUMBER',
  'PERCENT',
  'PERCENTILE',
  'MIN',
  'MAX',
]);
/** `SpreadsheetApp.BooleanCriteria`, as far as conditional formats are emulated. */
export const booleanCriteria = createEnum('BooleanCriteria', [
  'CELL_EMPTY',
  'CELL_NOT_EMPTY',
  'CUSTOM_FORMULA',
  'NUMBER_BETWEEN',
  'NUMBER_EQUAL_TO',
  'NUMBER_GREATER_THAN',
  'NUMBER_GREATER_THAN_OR_EQUAL_TO',
  'NUMBER_LESS_THAN',
  'NUMBER_LESS_THAN_OR_EQUAL_TO',
  'NUMBER_NOT_BETWEEN',
  'NUMBER_NOT_EQUAL_TO',
  'TEXT_CONTAINS',
  'TEXT_DOES_NOT_CONTAIN',
  'TEXT_ENDS_WITH',
  'TEXT_EQUAL_TO',
  'TEXT_STARTS_WITH',
]);
/** `SpreadsheetApp.BorderStyle`. */
export const borderStyles = createEnum('BorderStyle', [
  'DOTTED',
  'DASHED',
  'SOLID',
  'SOLID_MEDIUM',
  'SOLID_THICK',
  'DOUBLE',
]);
