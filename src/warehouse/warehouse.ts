import { formatIsoDate, parseIsoDate, shortDay } from '../calendar/calendar-date';
import type { Typed } from '../contract/form';
import { type HISTORY_FORM, VIEW_FORM, type WAREHOUSE_FORM } from '../contract/warehouse';
import { ReportError, refuse, toReportError } from '../employer-api/errors';
import { shownCount } from '../employer-api/text';
import type { CheckLine } from '../reports/connection/connecting';
import type { Properties } from '../reports/ports';
import {
  change,
  type DocumentState,
  findConnection,
  PROPERTY,
  readDocumentState,
} from '../reports/saved/document-state';
import { parseOtherLine } from '../reports/status/status-sheet';
import { runStatement } from './query';
import { type History, parseHistory, parseSettings, WAREHOUSE_PROPERTY } from './settings';
import { replaceDays, setUpScript } from './sql';
import { type TransferServices, WarehouseTransfer } from './transfer';
import { viewColumns, viewQuery } from './views';

/**
 * Saves project, dataset, location and reports. What is owed to another dataset is forgotten.
 *
 * @throws {ReportError} `invalid_settings` if a report was removed; `busy`.
 */
export function saveWarehouse(services: TransferServices, form: Typed<typeof WAREHOUSE_FORM>): DocumentState {
  return change(services, ({ reports }, properties) => {
    if (form.reports.some((id) => !reports.some((report) => report.id === id)))
      refuse('invalid_settings', 'Choose the reports again: one of them was removed');
    const before = parseSettings(properties);
    const isSame = before?.project === form.project && before.dataset === form.dataset;
    return { ...(isSame ? {} : forgotten(properties)), [WAREHOUSE_PROPERTY.settings]: JSON.stringify(form) };
  });
}

/** Forgets the settings and what is left to send; nothing in BigQuery is deleted. */
export function removeWarehouse(services: TransferServices): DocumentState {
  return change(services, (_, properties) => forgotten(properties));
}

/** Forgets the history that is left to send. */
export function stopHistory(services: TransferServices): DocumentState {
  return change(services, () => ({ [WAREHOUSE_PROPERTY.history]: '' }));
}

/**
 * Makes the dataset, the table, its columns and the views, as far as they are missing, and tries whether rows may be changed.
 * It may be done again; it changes nothing that is right.
 *
 * @returns A line for each step until one failed, and why.
 * @throws {ReportError} `invalid_settings` before it is saved.
 */
export function setUpWarehouse(services: TransferServices) {
  const { document, budget, clock } = services;
  const properties = document.readAll();
  const place = requireSettings(properties);
  const zone = readDocumentState(properties).zone;
  const views = Object.fromEntries(
    VIEW_FORM.entries.view.options.map((view) => [view, viewQuery(place, view, zone)]),
  );
  const nothing = replaceDays(place, '', { range: { from: 0, to: 0 }, rows: '[]' }, clock.now());
  const checks: CheckLine[] = [];
  for (const [name, fine, statement] of [
    ['Tables', `The table and both views are in ${place.location}.`, setUpScript(place, views)],
    ['Changes', 'Rows may be changed.', nothing],
  ] as const) {
    try {
      runStatement(services, place, statement, budget.deadline);
      checks.push({ name, state: 'ok', sentence: fine });
    } catch (cause) {
      const error = toReportError(cause);
      checks.push({ name, state: 'failed', sentence: error.message });
      return { error, checks };
    }
  }
  return { error: undefined, checks };
}

/**
 * Begins to send history, or goes on, by one month: the newest first, so that what people look at is there soon, and stopping
 * leaves no gap. What refreshes owe comes first.
 *
 * @throws {ReportError} What failed; what was sent until then is sent.
 */
export function sendHistory(services: TransferServices, { since }: Typed<typeof HISTORY_FORM>) {
  const { document, stores, calendar } = services;
  const first = parseIsoDate(since);
  if (first === undefined) refuse('invalid_settings', 'Choose the first day');
  change(services, (state, properties) => {
    requireSettings(properties);
    const { connection } = findConnection(properties, stores);
    const today = calendar.today(state.zone);
    if (first > today) refuse('invalid_settings', 'Enter a first day that is over');
    const known = parseHistory(properties);
    const { fingerprint } = connection;
    if (known?.since === first && known.fingerprint === fingerprint && known.to >= first) return {};
    const asked: History = { fingerprint, since: first, until: today, to: today };
    return { [WAREHOUSE_PROPERTY.history]: JSON.stringify(asked) };
  });
  const failure = new WarehouseTransfer(services, document.readAll()).send(true);
  if (failure !== undefined)
    throw new ReportError('invalid_settings', { sentence: failure.replace(/\.$/, '') });
  const after = readDocumentState(document.readAll());
  const { history } = viewWarehouse(after);
  const message = history?.sentence ?? 'Stopped: days that were sent stay in the warehouse.';
  return { message, state: after, more: history?.isDone === false };
}

/** Adds a sheet on a view. @throws {ReportError} `invalid_settings`; as `add`. */
export function addConnectedSheet(
  { document, connectedSheets }: TransferServices,
  view: Typed<typeof VIEW_FORM>['view'],
) {
  const properties = document.readAll();
  return {
    sheet: connectedSheets.add(requireSettings(properties), view, viewColumns(view)),
    state: readDocumentState(properties),
  };
}

/** The warehouse as the page shows it. */
export function viewWarehouse({ properties }: Pick<DocumentState, 'properties'>) {
  const line = parseOtherLine(properties[PROPERTY.line]);
  const history = parseHistory(properties);
  const { since: first, until, to } = history ?? { since: 0, until: 0, to: 0 };
  const [since, all, left] = [formatIsoDate(first), until - first + 1, Math.max(0, to - first + 1)];
  const sentence =
    left === 0
      ? `All days since ${shortDay(first)} are sent.`
      : left === all
        ? `${shownCount(left, 'day')} to send.`
        : `Sent back to ${shortDay(to + 1)}; ${shownCount(left, 'day')} left.`;
  return {
    settings: parseSettings(properties) ?? null,
    sentence: line?.message ?? '',
    /** How the newest transfer ended: `refreshed` or `failed`; null before the first. */
    state: line?.state ?? null,
    history: history === undefined ? null : { since, sentence, share: 1 - left / all, isDone: left === 0 },
  };
}

function requireSettings(properties: Properties): Typed<typeof WAREHOUSE_FORM> {
  const settings = parseSettings(properties);
  if (settings === undefined)
    refuse('invalid_settings', 'Save the warehouse first: project, dataset and location are missing');
  return settings;
}

/** The changes that blank all that is stored for the warehouse, and take its line off the status sheet. */
function forgotten(properties: Properties): Properties {
  const own = Object.keys(properties).filter((name) => name.startsWith(PROPERTY.edition('')));
  return Object.fromEntries([...own, PROPERTY.line].map((name) => [name, '']));
}
