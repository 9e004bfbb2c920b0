import { ReportError } from '../employer-api/errors';

const REFUSED =
  'Unprotect the cells or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays';

/** Reads from the spreadsheet. @throws {ReportError} `platform_unavailable`; the platform's own text is dropped. */
export function readSheets<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new ReportError('platform_unavailable');
  }
}

/**
 * Writes to the spreadsheet, which may be refused: protected cells, data validation, no more room. It is tried once
 * more, since the platform also fails for no reason that lasts.
 *
 * @param sentence What a refusal says to the person.
 * @param makeRoom What may help before the second try.
 * @throws {ReportError} `sheet_blocked`
 */
export function writeSheets<Result>(
  call: () => Result,
  sentence = REFUSED,
  makeRoom: () => void = () => undefined,
): Result {
  try {
    return call();
  } catch {
    return writeAgain(call, sentence, makeRoom);
  }
}

function writeAgain<Result>(call: () => Result, sentence: string, makeRoom: () => void): Result {
  try {
    makeRoom();
    return call();
  } catch {
    throw new ReportError('sheet_blocked', { sentence });
  }
}
