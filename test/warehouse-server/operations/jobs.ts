import { type Caller, demand } from '../access';
import type { Job, Warehouse } from '../data/warehouse';
import { jsonAnswer, type WireAnswer, type WireRequest } from '../http-message';
import { notFound } from '../refusal';

/** jobs.get */
export async function getJob(
  warehouse: Warehouse,
  caller: Caller,
  id: string,
  request: WireRequest,
): Promise<WireAnswer> {
  const job = findJob(warehouse, caller, id, request);
  await ask(warehouse, job);
  return jsonAnswer(200, jobResource(job));
}

/**
 * A job by its ID and location.
 *
 * @throws {Refusal} 404 also where the location is missing that a job outside the multi-regions needs.
 */
export function findJob(warehouse: Warehouse, caller: Caller, id: string, request: WireRequest): Job {
  // Who made a job may always read it; all jobs here are the caller's.
  demand(caller, 'bigquery.jobs.create', `Project ${caller.project}`);
  const job = warehouse.jobs.get(`${caller.project}.${id}`);
  const location = request.query.get('location');
  const isMultiRegion = job?.location === 'US' || job?.location === 'EU';
  const isThere = location === null ? isMultiRegion : location.toLowerCase() === job?.location.toLowerCase();
  if (job === undefined || !isThere)
    throw notFound(`Not found: Job ${caller.project}:${location ?? 'US'}.${id}`);
  return job;
}

/** Asks after a job, which may end it. */
export async function ask(warehouse: Warehouse, job: Job): Promise<void> {
  if (job.state === 'DONE') return;
  if (warehouse.isDue(job)) await warehouse.finish(job);
  else job.pollsLeft -= 1;
}

/** A job, as jobs.get answers it. */
export function jobResource(job: Job): unknown {
  const { project, id, location, kind, configuration, created, ended, state, errors, statistics } = job;
  const [first] = errors;
  return {
    kind: 'bigquery#job',
    id: `${project}:${location}.${id}`,
    jobReference: { projectId: project, jobId: id, location },
    configuration: { jobType: kind.toUpperCase(), ...(configuration as object) },
    statistics: {
      creationTime: String(created),
      startTime: String(created),
      ...(ended === undefined ? {} : { endTime: String(ended) }),
      ...(state === 'DONE' ? statistics : {}),
    },
    status: { state, ...(first ? { errorResult: first, errors } : {}) },
  };
}
