import * as v from 'valibot';
import { WAREHOUSE_VIEWS, type WarehouseViewName } from '../contract/warehouse';
import { parseConnection } from '../employer-api/connection';
import { isRecord } from '../employer-api/shift-records';
import { parseJson, shortHash } from '../employer-api/text';
import { parseKeptBases } from '../figures/basis';
import type { Definition, PercentageField } from '../figures/measures';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import type { BigQuery, Outcome } from './big-query';
import type { WarehousePlace } from './place';
import { WAREHOUSE_PROPERTY } from './settings';
import { viewSchema } from './tables';
import { type ViewBasis, viewQuery } from './views';

const MADE = v.object({
  /** A hash of what they calculate with. */
  basis: v.string(),
  /** Hashes of their queries, in the order of `WAREHOUSE_VIEWS`. */
  queries: v.array(v.string()),
});

/** What the views calculate with now: the definitions that refreshes have settled. */
export function viewBasis(properties: Properties, timeZone: string): ViewBasis {
  const text = properties[PROPERTY.bases];
  const stored = parseJson(text ?? '');
  const known = parseConnection(properties[PROPERTY.connection])?.fingerprint;
  const fingerprint = known ?? (isRecord(stored) ? String(stored.fingerprint) : '');
  const settled = parseKeptBases(text, fingerprint)?.settled ?? {};
  const definitions: Partial<Record<PercentageField, Definition>> = {};
  for (const field of Object.keys(settled) as PercentageField[]) {
    const definition = settled[field]?.definition;
    if (definition) definitions[field] = definition;
  }
  return { timeZone, definitions };
}

/** The property that says which views were made. */
export function viewsProperty(place: WarehousePlace, basis: ViewBasis): Properties {
  const queries = WAREHOUSE_VIEWS.map((view) => shortHash(viewQuery(place, view, basis)));
  return { [WAREHOUSE_PROPERTY.views]: JSON.stringify({ basis: hashOf(place, basis), queries }) };
}

/** The query of a view, from what `tables.get` answered; `undefined` if it has none. */
export function queryOf(outcome: Outcome | undefined): string | undefined {
  const table = outcome?.kind === 'done' && isRecord(outcome.value) ? outcome.value : {};
  const query = isRecord(table.view) ? table.view.query : undefined;
  return typeof query === 'string' ? query : undefined;
}

/** The changes that give views their queries. */
export function queryPatches(views: readonly WarehouseViewName[], place: WarehousePlace, basis: ViewBasis) {
  return views.map((table) => ({
    table,
    changes: { view: { query: viewQuery(place, table, basis), useLegacySql: false } },
  }));
}

/** The changes that give the columns of views their descriptions. */
export function schemaPatches(views: readonly WarehouseViewName[], basis: ViewBasis) {
  return views.map((table) => ({ table, changes: { schema: viewSchema(table, basis) } }));
}

/**
 * Changes the views if other definitions are settled now than when they were made. A view that people have edited stays as
 * it is. No service call if nothing has changed, otherwise three.
 *
 * @returns The property to store; empty if there is nothing to store.
 */
export function refreshViews(
  bigQuery: BigQuery,
  place: WarehousePlace,
  properties: Properties,
  zone: string,
): Properties {
  const made = v.safeParse(MADE, parseJson(properties[WAREHOUSE_PROPERTY.views] ?? ''));
  const basis = viewBasis(properties, zone);
  if (!made.success || made.output.basis === hashOf(place, basis)) return {};
  const { tables } = bigQuery.read(WAREHOUSE_VIEWS);
  const own = WAREHOUSE_VIEWS.filter(
    (_view, index) => shortHash(queryOf(tables[index]) ?? '') === made.output.queries[index],
  );
  const changed = bigQuery.change([], queryPatches(own, place, basis));
  const described = bigQuery.change([], schemaPatches(own, basis));
  const isDone = [...tables, ...changed, ...described].every(({ kind }) => kind === 'done');
  return isDone ? viewsProperty(place, basis) : {};
}

function hashOf({ project, dataset }: WarehousePlace, basis: ViewBasis): string {
  return shortHash(JSON.stringify([project, dataset, basis]));
}
