import { describe, expect, test } from '@jest/globals';
import { WAREHOUSE_VIEWS } from '../../../src/contract/warehouse';
import type { HttpResponse } from '../../../src/employer-api/ports';
import type { KeptDefinitions } from '../../../src/figures/definitions';
import { BigQuery } from '../../../src/warehouse/big-query';
import { refreshViews, viewBasis } from '../../../src/warehouse/set-up';
import { tableResources, type ViewBasis, viewQuery, viewResource } from '../../../src/warehouse/tables';
import { CONNECTION } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { FORM, SCRIPT_DONE, ScriptedBigQuery, WarehouseScene } from './warehouse-scene';

/* Answers of BigQuery that the local warehouse does not give: tables that people made or changed otherwise. */

const NOTHING_FOUND: ViewBasis = { timeZone: 'Europe/London', definitions: {} };
const json = (value: unknown): Partial<HttpResponse> => ({ text: JSON.stringify(value) });
const refusal = (status: number, reason: string): Partial<HttpResponse> => ({
  status,
  ...json({ error: { errors: [{ reason, message: 'Project acme secret' }] } }),
});

const DATASET = json({ location: 'EU' });
const [SHIFTS = {}, CHANGES = {}] = tableResources(FORM);
const VIEWS = WAREHOUSE_VIEWS.map((view) =>
  json(viewResource(FORM, view, viewQuery(FORM, view, NOTHING_FOUND))),
);
/** The table of shifts with further columns. */
const withColumns = (...added: readonly object[]) => {
  const { schema } = tableResources(FORM)[0] ?? {};
  return json({ ...SHIFTS, schema: { fields: [...(schema?.fields ?? []), ...added] } });
};

function scene(...answers: ScriptedBigQuery['answers']) {
  const opened = new WarehouseScene([...answers]);
  opened.warehouse.save(FORM);
  return opened;
}
/** What *Check* says of one thing. */
function checked(name: string, ...answers: ScriptedBigQuery['answers']) {
  const { checks } = scene(...answers).warehouse.check();
  return checks.find((line) => line.name === name);
}
/** What was asked: methods and the ends of the addresses. */
const asked = ({ transport }: Pick<WarehouseScene, 'transport'>) =>
  transport.asked.map(({ method, target }) => `${method} ${target.replace(/^.*\/shift_reports/, '')}`);
const READ = ['get ', 'get /tables/shifts', 'get /tables/shift_changes'].concat(
  WAREHOUSE_VIEWS.map((view) => `get /tables/${view}`),
);

describe('Check, where the dataset', () => {
  test.each([
    ['says a location that is no name', json({ location: '<b>Mars</b> and more' })],
    ['says no location', json({})],
    ['is answered by something else', { text: '<html>' }],
  ])('%s, says so without repeating it', (_, dataset) => {
    expect(checked('Dataset', dataset)).toEqual({
      name: 'Dataset',
      state: 'failed',
      sentence: 'Change the location to another one: the dataset is there.',
    });
  });
});

describe('Check, where people added columns of their own', () => {
  const shifts = (...added: readonly object[]) =>
    checked(
      'Table shifts',
      DATASET,
      withColumns(...added),
      json(CHANGES),
      ...VIEWS,
      SCRIPT_DONE,
      SCRIPT_DONE,
    );

  test('finds nothing wrong if they may be blank', () => {
    expect(
      shifts({ name: 'COMMENT', type: 'STRING', mode: 'NULLABLE' }, { name: 'B', type: 'DATE' })?.state,
    ).toBe('ok');
  });

  test('asks to make them NULLABLE if they may not: BigQuery would refuse every row', () => {
    const comment = { name: 'COMMENT', type: 'STRING', mode: 'REQUIRED' };
    expect(shifts(comment)).toEqual({
      name: 'Table shifts',
      state: 'failed',
      sentence: 'Make 1 column NULLABLE that is not of the add-on: rows cannot be added.',
    });
    expect(shifts(comment, { ...comment, name: 'OWNER' })?.sentence).toBe(
      'Make 2 columns NULLABLE that are not of the add-on: rows cannot be added.',
    );
  });
});

describe('Check, where something else has the name of a view', () => {
  test.each([
    ['a table', json(SHIFTS)],
    ['a view without a query', json({ view: {} })],
    ['what is no table', { text: '[]' }],
  ])('such as %s, says that the view was replaced', (_, other) => {
    const answers = [
      DATASET,
      json(SHIFTS),
      json(CHANGES),
      other,
      ...VIEWS.slice(1),
      SCRIPT_DONE,
      SCRIPT_DONE,
    ];
    expect(checked('View shifts_weekly', ...answers)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('Press “Create tables” to put the view back'),
    });
    expect(checked('View shifts_by_venue', ...answers)?.state).toBe('ok');
  });
});

describe('Create tables', () => {
  const notThere = [404, 404, 404, 404];

  test.each([
    ['the dataset is not there', [404], 'Create the dataset in the Google Cloud console'],
    ['the dataset is in another location', [json({ location: 'US' })], 'Change the location to US'],
    ['a table may not be read', [DATASET, refusal(403, 'accessDenied')], 'BigQuery Data Editor'],
  ])('makes nothing if %s, and says what to do', (_, answers, sentence) => {
    const opened = scene(...answers);
    expect(() => opened.warehouse.createTables()).toThrow(sentence);
    expect(asked(opened)).toEqual(READ);
  });

  test('says why a table could not be made, and makes no view without it', () => {
    const opened = scene(DATASET, ...notThere, refusal(403, 'accessDenied'));
    expect(() => opened.warehouse.createTables()).toThrow('Ask the owner of the dataset for the role');
    expect(asked(opened)).toEqual([...READ, 'post /tables', 'post /tables']);
  });

  test('goes on if someone else made the tables and views meanwhile', () => {
    const opened = scene(DATASET, ...notThere, 409, 409, 409, 409);
    expect(opened.warehouse.createTables()).toBe('2 tables created, 2 views created.');
    expect(asked(opened).slice(READ.length)).toEqual([
      ...['post /tables', 'post /tables', 'post /tables', 'post /tables'],
      ...WAREHOUSE_VIEWS.map((view) => `patch /tables/${view}`),
    ]);
  });
});

describe('what the views calculate with', () => {
  const definition = { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' } as const;
  const kept: KeptDefinitions = {
    version: 1,
    fingerprint: 'own-1',
    found: { SHIFTS_BOOKED_PERCENTAGE: { definition, agree: 100, of: 100 } },
  };
  const found = { timeZone: 'Etc/UTC', definitions: { SHIFTS_BOOKED_PERCENTAGE: definition } };

  test('is what refreshes found with a person’s own connection, if the spreadsheet has none', () => {
    expect(viewBasis({ definitions: JSON.stringify(kept) }, 'Etc/UTC')).toEqual(found);
  });

  test.each([
    ['before the first refresh', {}],
    ['if what is stored is damaged', { definitions: '{"version":1' }],
    [
      'if it was found for another connection',
      { connection: JSON.stringify(CONNECTION), definitions: JSON.stringify(kept) },
    ],
  ])('is nothing %s', (_, properties) => {
    expect(viewBasis(properties, 'Etc/UTC')).toEqual({ timeZone: 'Etc/UTC', definitions: {} });
  });

  test('changes only views that are as they were made; what is gone or replaced is looked at again', () => {
    const opened = scene(DATASET, 404, 404, 404, 404);
    opened.warehouse.createTables();
    const properties = { ...opened.document.readAll(), connection: '', definitions: JSON.stringify(kept) };
    const before = WAREHOUSE_VIEWS.map((view) =>
      json({ view: { query: viewQuery(FORM, view, NOTHING_FOUND) } }),
    );
    const refreshed = (...answers: ScriptedBigQuery['answers']) => {
      const transport = new ScriptedBigQuery([...answers]);
      const bigQuery = new BigQuery({ transport, clock: new StubClock() }, FORM);
      const stored = refreshViews(bigQuery, FORM, properties, 'Europe/London');
      return { stored, patched: asked({ transport }).filter((one) => one.startsWith('patch')) };
    };
    const [weekly = {}, byVenue = {}] = before;
    const both = WAREHOUSE_VIEWS.map((view) => `patch /tables/${view}`);
    expect(refreshed(DATASET, weekly, byVenue)).toEqual({
      stored: { 'edition.warehouse.views': expect.any(String) },
      patched: [...both, ...both],
    });
    const alone = ['patch /tables/shifts_by_venue', 'patch /tables/shifts_by_venue'];
    expect(refreshed(DATASET, 404, byVenue)).toEqual({ stored: {}, patched: alone });
    expect(refreshed(DATASET, json(SHIFTS), byVenue).patched).toEqual(alone);
    expect(refreshed(DATASET, weekly, byVenue, 503)).toMatchObject({ stored: {} });
  });
});
