import {
  BaseFunction,
  type BaseValueObject,
  type ErrorType,
  ErrorValueObject,
  FunctionType,
} from '@univerjs/preset-sheets-core';
import type { FormulaAnswers } from '../formula-answers';
import type { FunctionHelp } from '../protocol';
import { argumentView, resultObject } from './formula-values';

/** What a cell shows until the script has answered, as in Google Sheets. An error to the grid: formulas pass it on. */
export const LOADING = 'Loading...';

/**
 * A formula function that asks the script, as the formula engine wants it: a class to be made per name.
 *
 * Not `registerFunction`: that reads results as if typed and cannot say which cell calls.
 */
export function addOnFunctionClass(answers: () => FormulaAnswers): new (name: string) => BaseFunction {
  return class AddOnFunction extends BaseFunction {
    override calculate(...args: BaseValueObject[]): BaseValueObject {
      const sheetId = this.subUnitId ?? '';
      const place = { sheetId, row: this.row, column: this.column };
      // In Sheets a formula whose argument is an error shows that error and calls nothing.
      const error = args.find((arg) => arg.isError());
      if (error) return error;
      const answer = answers().take(String(this.name), args.map(argumentView), place);
      if (answer === null) return ErrorValueObject.create(LOADING as ErrorType);
      return resultObject(answer, { unitId: this.unitId ?? '', ...place });
    }
  };
}

/** A function's help as the formula editor shows it while one types. */
export function functionInfo(help: FunctionHelp) {
  return {
    functionName: help.name,
    functionType: FunctionType.User,
    description: help.description,
    abstract: help.description,
    functionParameter: help.parameters.map((parameter) => ({
      name: parameter.name,
      detail: parameter.description,
      example: parameter.example,
      require: parameter.optional ? (0 as const) : (1 as const),
      repeat: parameter.repeated ? (1 as const) : (0 as const),
    })),
  };
}
