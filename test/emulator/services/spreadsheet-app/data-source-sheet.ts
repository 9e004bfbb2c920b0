import { createEnum } from '../enum';
import { callHost, checked, refuseUnknownMembers } from '../realm';
import type { BookObjects } from './book-objects';
import { createSpec } from './data-source-spec';

const NAME = 'SpreadsheetApp.DataSourceSheet';

/** `SpreadsheetApp.DataExecutionState`. */
export const dataExecutionStates = createEnum('DataExecutionState', [
  'DATA_EXECUTION_STATE_UNSUPPORTED',
  'RUNNING',
  'SUCCESS',
  'ERROR',
  'NOT_STARTED',
]);

/** `SpreadsheetApp.DataExecutionErrorCode`. */
export const dataExecutionErrorCodes = createEnum('DataExecutionErrorCode', [
  'DATA_EXECUTION_ERROR_CODE_UNSUPPORTED',
  'NONE',
  'TIME_OUT',
  'TOO_MANY_ROWS',
  'TOO_MANY_CELLS',
  'ENGINE',
  'PARAMETER_INVALID',
  'UNSUPPORTED_DATA_TYPE',
  'DUPLICATE_COLUMN_NAMES',
  'INTERRUPTED',
  'OTHER',
  'TOO_MANY_CHARS_PER_CELL',
]);

interface Status {
  readonly state: string;
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly refreshedAt: Date | null;
  readonly isTruncated: boolean;
}

/** A `DataSourceSheet`, known by the ID of its sheet. */
export function createDataSourceSheet(sheetId: number, book: BookObjects): object {
  const target = { sheetId };
  const self: object = refuseUnknownMembers('DataSourceSheet', {
    asSheet: checked(`${NAME}.asSheet`, [[]], () => book.sheet(sheetId)),
    getDataSource: checked(`${NAME}.getDataSource`, [[]], () =>
      refuseUnknownMembers('DataSource', {
        getSpec: () =>
          refuseUnknownMembers('DataSourceSpec', {
            asBigQuery: () => createSpec(callHost('DataSource.getSpec', target, [])),
          }),
        refreshAllLinkedDataSourceObjects: () =>
          void callHost('DataSource.refreshAllLinkedDataSourceObjects', target, []),
      }),
    ),
    setSortSpec: checked(
      `${NAME}.setSortSpec`,
      [['string', 'boolean']],
      (column: string, ascending: boolean) => {
        callHost('DataSourceSheet.setSortSpec', target, [column, ascending]);
        return self;
      },
    ),
    getStatus: checked(`${NAME}.getStatus`, [[]], () =>
      createStatus(callHost('DataSourceSheet.getStatus', target, [])),
    ),
    waitForCompletion: checked(`${NAME}.waitForCompletion`, [['number']], (seconds: number) =>
      createStatus(callHost('DataSourceSheet.waitForCompletion', target, [seconds])),
    ),
  });
  return self;
}

function createStatus({ state, errorCode, errorMessage, refreshedAt, isTruncated }: Status): object {
  return refuseUnknownMembers('DataExecutionStatus', {
    getExecutionState: () => dataExecutionStates[state],
    getErrorCode: () => dataExecutionErrorCodes[errorCode],
    getErrorMessage: () => errorMessage,
    getLastRefreshedTime: () => refreshedAt,
    isTruncated: () => isTruncated,
  });
}
