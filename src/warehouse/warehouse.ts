import { dayCount, formatIsoDate, parseIsoDate } from '../calendar/calendar-date';
import type { HistoryForm, WarehouseForm, WarehouseView } from '../contract/warehouse';
import { ReportError, refuse } from '../employer-api/errors';
import type { MakeId } from '../employer-api/ports';
import { shownCount } from '../employer-api/text';
import type { Properties } from '../reports/ports';
import {
  cachedTimeZone,
  type DocumentState,
  PROPERTY,
  readDocumentState,
  withLock,
} from '../reports/saved/document-state';
import { findConnection } from '../reports/saved/saved-connection';
import {
  type OtherLine,
  parseOtherLines,
  withOtherLine,
  withoutOtherLine,
} from '../reports/status/status-sheet';
import { BigQuery } from './big-query';
import { historyOf, isAllSent, type OwedDays, type OwedHistory, type StoredDays } from './owed-days';
import { type CheckedWarehouse, checkWarehouse, createTables, viewBasis } from './set-up';
import { formatSettings, parseSettings, WAREHOUSE_PROPERTY } from './settings';
import { type TransferServices, WarehouseTransfer } from './transfer';
import { LINE_NAME } from './transfer-notes';

/** What the warehouse needs at the keyboard. */
interface WarehouseServices extends TransferServices {
  readonly makeId: MakeId;
}

/** What is done, and the state after it. */
interface WarehouseDone {
  readonly message: string;
  readonly state: DocumentState;
  /** Whether something is left, and to be asked for again at once. */
  readonly more: boolean;
}

/** The line before the first transfer. */
const NOTHING_SENT: OtherLine = {
  name: LINE_NAME,
  state: 'UNFINISHED',
  at: 0,
  message: 'Nothing sent yet: the next refresh sends its rows.',
};

/** What *Send history* says if another person pressed *Stop* meanwhile. */
const STOPPED = 'Stopped: days that were sent stay in the warehouse.';

/** History begins with this many days: an employer of any size has so few rows that one answer holds them. */
const FIRST_DAYS = 7;

/** The warehouse as the sidebar works with it. */
export class Warehouse {
  constructor(private readonly services: WarehouseServices) {}

  /**
   * Saves project, dataset, location and reports. Four service calls; no request. What is owed to another dataset is
   * forgotten.
   *
   * @throws {ReportError} `invalid_settings` if a report was removed; `busy`.
   */
  save(form: WarehouseForm): DocumentState {
    return this.change((properties) => {
      const { reports } = readDocumentState(properties);
      if (form.reports.some((id) => !reports.some((report) => report.id === id)))
        refuse('invalid_settings', 'Choose the reports again: one of them was removed');
      const before = parseSettings(properties);
      const isSame =
        before === undefined || (before.project === form.project && before.dataset === form.dataset);
      const forgotten = isSame ? {} : this.forgotten(properties);
      const lines = { ...properties, ...forgotten }[PROPERTY.lines];
      const isShown = parseOtherLines(lines).some(({ name }) => name === LINE_NAME);
      return {
        ...forgotten,
        // A line from the start: the next refresh makes room for it before anything is sent.
        ...(isShown ? {} : { [PROPERTY.lines]: withOtherLine(lines, NOTHING_SENT) }),
        [WAREHOUSE_PROPERTY.settings]: formatSettings(form),
      };
    });
  }

  /** Checks everything that transfers need. Five service calls. @throws {ReportError} `invalid_settings` before it is saved. */
  check(): CheckedWarehouse {
    const { bigQuery, settings, basis } = this.open();
    const { clock, makeId } = this.services;
    return checkWarehouse(bigQuery, settings, basis, { clock, requestIds: [makeId(), makeId()] });
  }

  /**
   * Makes what is missing. At most nine service calls.
   *
   * @returns What was made, as a sentence.
   * @throws {ReportError} What could not be made; `invalid_settings` before it is saved.
   */
  createTables(): string {
    const { bigQuery, settings, basis, properties } = this.open();
    const { message, changes, isEmpty } = createTables(bigQuery, settings, basis);
    const sent = Object.keys(properties).filter((name) => name.startsWith(WAREHOUSE_PROPERTY.sent('')));
    const forgotten = isEmpty ? Object.fromEntries(sent.map((name) => [name, ''])) : {};
    this.services.stores.document.write({ ...forgotten, ...changes });
    return message;
  }

  /**
   * Begins to send history, or goes on: month by month, the newest first, so that what people look at is there soon, and
   * stopping leaves no gap. Days that other runs owe come first.
   *
   * @throws {ReportError} What failed; what was sent until then is sent.
   */
  sendHistory({ since }: HistoryForm): WarehouseDone {
    const { stores, calendar } = this.services;
    const first = parseIsoDate(since);
    if (first === undefined) refuse('invalid_settings', 'Choose the first day');
    const state = this.change((properties) => this.beginHistory(properties, first));
    const zone = cachedTimeZone(state);
    const transfer = new WarehouseTransfer(this.services);
    const { notes } = transfer.catchUp({ properties: stores.document.readAll(), zone });
    if (notes.hasFailed) throw new ReportError('invalid_settings', { sentence: transfer.words(notes) });
    const properties = stores.document.readAll();
    const after = readDocumentState(properties);
    const stored = historyOf(properties);
    if (stored === undefined) return { message: STOPPED, state: after, more: false };
    const { isDone, sentence } = viewHistory(stored);
    const { until } = stored.owed;
    const isPaused = until > this.services.clock.now();
    const pause = isPaused ? ` It continues after ${calendar.text(until, zone)}.` : '';
    return { message: `${sentence}${pause}`, state: after, more: !isDone && !isPaused };
  }

  /** Forgets the history that is left to send. Four service calls. */
  stopHistory(): DocumentState {
    return this.change(() => ({ [WAREHOUSE_PROPERTY.history]: '' }));
  }

  /** Forgets the settings and what is left to send; nothing in BigQuery is deleted. Four service calls. */
  remove(): DocumentState {
    return this.change((properties) => this.forgotten(properties));
  }

  /** Everything that is stored for the warehouse, as nothing. */
  private forgotten(properties: Properties): Properties {
    const own = Object.keys(properties).filter((name) => name.startsWith(PROPERTY.edition('')));
    const lines = withoutOtherLine(properties[PROPERTY.lines], LINE_NAME);
    return { ...Object.fromEntries(own.map((name) => [name, ''])), [PROPERTY.lines]: lines };
  }

  /** One property read. @throws {ReportError} `invalid_settings` before it is saved. */
  private open() {
    const { stores, transport, clock } = this.services;
    const properties = stores.document.readAll();
    const settings = requireSettings(properties);
    const basis = viewBasis(properties, cachedTimeZone(readDocumentState(properties)));
    return { properties, settings, basis, bigQuery: new BigQuery({ transport, clock }, settings) };
  }

  private beginHistory(properties: Properties, first: number): Properties {
    requireSettings(properties);
    const { calendar, makeId, stores } = this.services;
    const { connection } = findConnection(properties, stores);
    const today = calendar.today(cachedTimeZone(readDocumentState(properties)));
    if (first > today) refuse('invalid_settings', 'Enter a first day that is over');
    const known = historyOf(properties)?.owed;
    const isSame = known?.history.from === first && known?.fingerprint === connection.fingerprint;
    if (known && isSame && !isAllSent(known)) return {};
    const owed: OwedDays = {
      version: 1,
      id: makeId(),
      report: '',
      connection: '',
      fingerprint: connection.fingerprint,
      from: first,
      to: today,
      at: 0,
      until: 0,
      misses: 0,
      load: null,
      history: { from: first, to: today, days: FIRST_DAYS },
    };
    return { [WAREHOUSE_PROPERTY.history]: JSON.stringify(owed) };
  }

  private change(make: (properties: Properties) => Properties): DocumentState {
    const { lock, stores } = this.services;
    return withLock(lock, () => {
      const properties = stores.document.readAll();
      const changes = make(properties);
      if (Object.keys(changes).length > 0) stores.document.write(changes);
      return readDocumentState({ ...properties, ...changes });
    });
  }
}

/** The warehouse as the page shows it. No service call. */
export function viewWarehouse({
  edition = {},
  lines,
}: Pick<DocumentState, 'edition' | 'lines'>): WarehouseView {
  const line = parseOtherLines(lines).find(({ name }) => name === LINE_NAME);
  const stored = historyOf(edition);
  return {
    settings: parseSettings(edition) ?? null,
    sentence: line === undefined || line.at === 0 ? '' : line.message,
    isFailing: line?.state === 'FAILED',
    history: stored === undefined ? null : viewHistory(stored),
  };
}

function viewHistory({ owed }: StoredDays<OwedHistory>): NonNullable<WarehouseView['history']> {
  const { history: asked } = owed;
  const isDone = isAllSent(owed);
  const left = isDone ? 0 : dayCount(owed);
  const since = formatIsoDate(asked.from);
  const sentence = isDone
    ? `All days since ${since} are sent.`
    : left === dayCount(asked)
      ? `${shownCount(left, 'day')} to send.`
      : `Sent back to ${formatIsoDate(owed.to + 1)}; ${shownCount(left, 'day')} left.`;
  return { since, sentence, share: 1 - left / dayCount(asked), isDone };
}

function requireSettings(properties: Properties): WarehouseForm {
  const settings = parseSettings(properties);
  if (settings === undefined)
    refuse('invalid_settings', 'Save the warehouse first: project, dataset and location are missing');
  return settings;
}
