import type { FormulaArgument, Json } from './bridge';
import type { ExecutionRequest } from './execution';
import { type ExecutionKind, KIND_RULES } from './execution-kinds';
import type { RealmTask } from './realm';
import type { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';

/** One execution to run, with its arguments already in the form that crosses. */
export interface RunRequest {
  readonly kind: ExecutionKind;
  readonly functionName: string;
  readonly user: string;
  readonly document: SpreadsheetDocument | null;
  readonly cell?: ExecutionRequest['cell'] | undefined;
  readonly args: readonly Json[];
  /** Refused by the platform before the first line, with this text. */
  readonly refusal?: string;
}

/** How the realm is to call the function. */
export function callStyle(kind: ExecutionKind): RealmTask['style'] {
  return kind === 'formula' || kind === 'sidebar' ? kind : 'event';
}

/** A formula's arguments as they cross; one that was left out keeps its place. */
export function formulaArguments(args: readonly FormulaArgument[]): Json[] {
  return args.map((argument) => (argument === undefined ? { $missing: true } : argument));
}

/** The event object of a simple trigger. */
export function simpleEvent(kind: ExecutionKind): Json[] {
  return [{ authMode: KIND_RULES[kind].authMode }];
}

/** The event object of a time-driven trigger, in UTC (fact T8). */
export function timeEvent(now: number, triggerUid: string): Json[] {
  const at = new Date(now);
  const weekDay = at.getUTCDay() === 0 ? 7 : at.getUTCDay();
  const thursday = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 4 - weekDay);
  const january = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return [
    {
      authMode: 'FULL',
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      'day-of-month': at.getUTCDate(),
      'day-of-week': weekDay,
      'week-of-year': 1 + Math.floor((thursday - january) / (7 * 86_400_000)),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      timezone: 'UTC',
      triggerUid,
    },
  ];
}
