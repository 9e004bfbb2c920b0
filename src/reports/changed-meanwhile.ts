import { ReportError } from '../employer-api/errors';

/**
 * Ends a write that rests on what is no longer so.
 *
 * @param what What someone changed: `the table`.
 * @param remedy What the person is to do.
 * @throws {ReportError} `changed_meanwhile`
 */
export function changedMeanwhile(what: string, remedy = 'Refresh again'): never {
  throw new ReportError('changed_meanwhile', { sentence: `${remedy}: ${what} was changed meanwhile` });
}
