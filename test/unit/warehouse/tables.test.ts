import { describe, expect, test } from '@jest/globals';
import {
  CHANGES_COLUMNS,
  loadJobResource,
  SHIFTS_COLUMNS,
  stageName,
  stageResource,
  tableResources,
  viewResource,
} from '../../../src/warehouse/tables';

const PLACE = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };

/** Specification section 2.2, and the types that BigQuery's REST resources name. */
const PUBLISHED = [
  'SHIFT_DATE DATE',
  'VENUE_NAME STRING',
  'AREA_NAME STRING',
  'JOB_TITLE STRING',
  'SHIFTS_POSTED INTEGER',
  'SHIFTS_BOOKED INTEGER',
  'SHIFTS_BOOKED_PERCENTAGE FLOAT',
  'SHIFTS_UNFILLED INTEGER',
  'SHIFTS_UNFILLED_PERCENTAGE FLOAT',
  'SHIFTS_WORKED INTEGER',
  'SHIFTS_WORKED_PERCENTAGE FLOAT',
  'NO_SHOWS INTEGER',
  'NO_SHOWS_PERCENTAGE FLOAT',
  'HOURS_SCHEDULED FLOAT',
  'HOURS_WORKED FLOAT',
  'TRUE_DEMAND INTEGER',
  'TRUE_FULFILMENT_PERCENTAGE FLOAT',
  'SHIFT_ID INTEGER',
];

describe('the tables', () => {
  test('hold the 18 fields of the specification, and whose and of when they are', () => {
    expect(SHIFTS_COLUMNS.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'CONNECTION STRING',
      'EMPLOYER_ID INTEGER',
      ...PUBLISHED,
      'GENERATED_AT TIMESTAMP',
      'REFRESHED_AT TIMESTAMP',
    ]);
    expect(SHIFTS_COLUMNS.filter(({ mode }) => mode === 'REQUIRED').map(({ name }) => name)).toEqual([
      'CONNECTION',
      'SHIFT_DATE',
      'REFRESHED_AT',
    ]);
    expect(CHANGES_COLUMNS.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'CHANGED_AT TIMESTAMP',
      'CONNECTION STRING',
      'SHIFT_DATE DATE',
      'SHIFT_ID INTEGER',
      'FIELD STRING',
      'OLD_VALUE STRING',
      'NEW_VALUE STRING',
    ]);
  });

  test('describe every column in at most the 1,024 characters that BigQuery keeps', () => {
    for (const { name, description } of [...SHIFTS_COLUMNS, ...CHANGES_COLUMNS]) {
      expect([name, description]).toEqual([name, expect.stringMatching(/^(?!undefined).{5,1024}$/)]);
    }
  });

  test('are partitioned by day and clustered, and their names are in the dataset', () => {
    expect(tableResources(PLACE)).toMatchObject([
      {
        tableReference: { projectId: 'acme-shifts', datasetId: 'shift_reports', tableId: 'shifts' },
        timePartitioning: { type: 'DAY', field: 'SHIFT_DATE' },
        clustering: { fields: ['VENUE_NAME'] },
      },
      {
        tableReference: { projectId: 'acme-shifts', datasetId: 'shift_reports', tableId: 'shift_changes' },
        timePartitioning: { type: 'DAY', field: 'CHANGED_AT' },
        clustering: { fields: ['SHIFT_ID'] },
      },
    ]);
  });

  test('a stage table expires a day later and has the columns of the shifts', () => {
    const stage = stageResource(PLACE, stageName('k3x'), Date.UTC(2026, 5, 1));
    expect(stage).toMatchObject({
      tableReference: { tableId: 'stage_k3x' },
      schema: { fields: SHIFTS_COLUMNS },
      expirationTime: String(Date.UTC(2026, 5, 2)),
    });
  });

  test('a load job goes to a stage table that is there, with its schema', () => {
    expect(loadJobResource(PLACE, 'stage_k3x', 'shift_reports_1')).toMatchObject({
      jobReference: { projectId: 'acme-shifts', jobId: 'shift_reports_1', location: 'EU' },
      configuration: {
        load: {
          destinationTable: { projectId: 'acme-shifts', datasetId: 'shift_reports', tableId: 'stage_k3x' },
          schema: { fields: SHIFTS_COLUMNS },
          sourceFormat: 'NEWLINE_DELIMITED_JSON',
          createDisposition: 'CREATE_NEVER',
          writeDisposition: 'WRITE_TRUNCATE',
        },
      },
    });
  });

  test('a new view has no schema, which BigQuery refuses', () => {
    const view = viewResource(PLACE, 'shifts_weekly', 'SELECT 1');
    expect(view).toMatchObject({ view: { query: 'SELECT 1', useLegacySql: false } });
    expect(view).not.toHaveProperty('schema');
  });
});
