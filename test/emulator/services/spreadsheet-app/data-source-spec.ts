import { checked, Exception, refuseUnknownMembers } from '../realm';

const BUILDER = 'SpreadsheetApp.BigQueryDataSourceSpecBuilder';
const SPEC = 'SpreadsheetApp.BigQueryDataSourceSpec';

/** What a specification names. `''` where it was not said. */
interface SpecDraft {
  readonly projectId: string;
  readonly tableProjectId: string;
  readonly datasetId: string;
  readonly tableId: string;
}

const drafts = new WeakMap<object, SpecDraft>();

/** The table that a specification of this realm names. @throws {Exception} E4 for any other object. */
export function tableOf(spec: unknown, methodName: string): SpecDraft {
  const draft = typeof spec === 'object' && spec !== null ? drafts.get(spec) : undefined;
  if (draft !== undefined) return draft;
  throw new Exception(`The parameters ((class)) don't match the method signature for ${methodName}.`);
}

/** A `DataSourceSpecBuilder`. Gathers in the realm: no member is a service call. */
export function createSpecBuilder(): object {
  const EMPTY: SpecDraft = { projectId: '', tableProjectId: '', datasetId: '', tableId: '' };
  return refuseUnknownMembers('DataSourceSpecBuilder', {
    asBigQuery: () => createBigQueryBuilder(EMPTY),
  });
}

function createBigQueryBuilder(first: SpecDraft): object {
  let draft = first;
  const setter = (member: string, name: keyof SpecDraft) =>
    checked(`${BUILDER}.${member}`, [['string']], (value: string) => {
      draft = { ...draft, [name]: value };
      return builder;
    });
  const builder: object = refuseUnknownMembers('BigQueryDataSourceSpecBuilder', {
    setProjectId: setter('setProjectId', 'projectId'),
    setTableProjectId: setter('setTableProjectId', 'tableProjectId'),
    setDatasetId: setter('setDatasetId', 'datasetId'),
    setTableId: setter('setTableId', 'tableId'),
    build: checked(`${BUILDER}.build`, [[]], () => createSpec(draft)),
  });
  return builder;
}

/** A specification. The project of the table is the one that pays, unless said otherwise (fact B4). */
export function createSpec({ projectId, tableProjectId, datasetId, tableId }: SpecDraft): object {
  if (projectId === '' || datasetId === '' || tableId === '') {
    throw new Exception('The data source specification is not complete.');
  }
  const draft = {
    projectId,
    tableProjectId: tableProjectId === '' ? projectId : tableProjectId,
    datasetId,
    tableId,
  };
  const spec: object = refuseUnknownMembers('BigQueryDataSourceSpec', {
    toString: () => 'BigQueryDataSourceSpec',
    getProjectId: checked(`${SPEC}.getProjectId`, [[]], () => draft.projectId),
    getTableProjectId: checked(`${SPEC}.getTableProjectId`, [[]], () => draft.tableProjectId),
    getDatasetId: checked(`${SPEC}.getDatasetId`, [[]], () => draft.datasetId),
    getTableId: checked(`${SPEC}.getTableId`, [[]], () => draft.tableId),
  });
  drafts.set(spec, draft);
  return spec;
}
