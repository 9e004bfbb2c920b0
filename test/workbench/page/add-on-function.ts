import type { BaseValueObject } from '@univerjs/preset-sheets-core';
import { AsyncObject, BaseFunction, FunctionType } from '@univerjs/preset-sheets-core';
import type { FormulaArgumentView, FunctionAnswer, FunctionHelp } from '../protocol';
import { argumentView, resultObject } from './formula-values';

/** Asks the script for one cell's value. Must not reject: the formula engine would stop for good. */
export type CallScript = (
  name: string,
  args: readonly FormulaArgumentView[],
  place: { readonly sheetId: string; readonly row: number; readonly column: number },
) => Promise<FunctionAnswer>;

/**
 * A formula function that asks the script, as the formula engine wants it: a class to be made per name.
 *
 * Not `registerAsyncFunction`: that reads results as if typed and cannot say which cell calls.
 */
export function addOnFunctionClass(call: CallScript): new (name: string) => BaseFunction {
  return class AddOnFunction extends BaseFunction {
    override isAsync(): boolean {
      return true;
    }

    override calculate(...args: BaseValueObject[]): BaseValueObject {
      const place = {
        unitId: this.unitId ?? '',
        sheetId: this.subUnitId ?? '',
        row: this.row,
        column: this.column,
      };
      // In Sheets a formula whose argument is an error shows that error and calls nothing.
      const error = args.find((arg) => arg.isError());
      if (error) return error;
      const answer = call(String(this.name), args.map(argumentView), place).then((value) =>
        resultObject(value, place),
      );
      // The engine awaits it, though its type says otherwise.
      return new AsyncObject(answer) as unknown as BaseValueObject;
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
      example: '',
      require: parameter.optional ? (0 as const) : (1 as const),
      repeat: 0 as const,
    })),
  };
}
