import { type Caller, demand } from '../access';
import type { Warehouse } from '../data/warehouse';
import { emptyAnswer, jsonAnswer, jsonObject, type WireAnswer, type WireRequest } from '../http-message';
import { invalid, Refusal } from '../refusal';

/** `EU`, `US`, or a region; the multi-regions are matched in any case. */
const LOCATION = /^(?:eu|us|[a-z]+-[a-z]+\d{1,2})$/i;

/** A location in the spelling of answers. @throws {Refusal} 400 for what is none. */
export function readLocation(value: unknown): string {
  if (typeof value !== 'string' || !LOCATION.test(value))
    throw invalid(`Invalid storage region "${String(value)}".`);
  return value.length === 2 ? value.toUpperCase() : value.toLowerCase();
}

/** datasets.get */
export function getDataset(warehouse: Warehouse, caller: Caller, id: string): WireAnswer {
  const { project } = caller;
  demand(caller, 'bigquery.datasets.get', `Dataset ${project}:${id}`);
  const { location, created } = warehouse.datasetOf(project, id);
  return jsonAnswer(200, {
    kind: 'bigquery#dataset',
    id: `${project}:${id}`,
    datasetReference: { projectId: project, datasetId: id },
    creationTime: String(created),
    lastModifiedTime: String(created),
    location,
    type: 'DEFAULT',
  });
}

/** datasets.insert */
export function insertDataset(warehouse: Warehouse, caller: Caller, request: WireRequest): WireAnswer {
  const { project } = caller;
  demand(caller, 'bigquery.datasets.create', `Project ${project}`);
  const body = jsonObject(request.body);
  const id = (body?.datasetReference as { datasetId?: unknown } | undefined)?.datasetId;
  if (typeof id !== 'string' || !/^\w{1,1024}$/.test(id))
    throw invalid(`Invalid dataset ID "${String(id)}".`);
  if (warehouse.datasets.has(`${project}.${id}`))
    throw new Refusal(409, 'duplicate', `Already Exists: Dataset ${project}:${id}`);
  const location = readLocation(body?.location ?? 'US');
  warehouse.datasets.set(`${project}.${id}`, { location, created: warehouse.clock.now() });
  return getDataset(warehouse, { ...caller, token: { scope: true, permissions: null } }, id);
}

/** What a method answers that deletes. */
export const DELETED = emptyAnswer(204);
