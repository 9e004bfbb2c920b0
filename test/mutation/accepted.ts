import { readFileSync } from 'node:fs';

/** A change that no test can notice, or that none needs to. */
interface AcceptedChange {
  /** The line in which it begins. One that was written anew has to be judged anew. */
  readonly line: string;
  /** What becomes of what, as `npm run mutation` prints it. */
  readonly change: string;
  /** Why it may go unnoticed. */
  readonly reason: string;
}

/** Accepted changes, by the file that they change. */
export const ACCEPTED: Readonly<Record<string, readonly AcceptedChange[]>> = JSON.parse(
  readFileSync('test/mutation/accepted.json', 'utf8'),
);

/** Why a change may go unnoticed; empty where nobody has said so. */
export function reasonFor(file: string, line: string, change: string): string {
  return ACCEPTED[file]?.find((one) => one.line === line && one.change === change)?.reason ?? '';
}
