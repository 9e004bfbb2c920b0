import { gzipSync } from 'node:zlib';
import { type Surface, startBudget } from '../../../src/budget';
import type { HttpResponse } from '../../../src/employer-api/ports';
import { formatSavedReport, newReport } from '../../../src/reports/saved/saved-report';
import type { GzipText, WarehouseRequest, WarehouseTransport } from '../../../src/warehouse/big-query';
import { WarehouseTransfer } from '../../../src/warehouse/transfer';
import { Warehouse } from '../../../src/warehouse/warehouse';
import { Fetching } from '../../support/fetching';
import { MemoryProperties } from '../../support/memory-properties';
import { MemorySheets } from '../../support/memory-sheets';
import { nodeDigest } from '../../support/node-text';
import { ADDRESSES, CONNECTION } from '../../support/sample-report';
import type { StubReport } from '../../support/stub-transport';
import { ZonedCalendar } from '../../support/zoned-calendar';

/** What a person enters for the warehouse. */
export const FORM = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r-1'] };

/** What a script answers that has run. */
export const SCRIPT_DONE = { text: '{"jobComplete":true}' };

/** Where the bytes of a load go. */
export const SESSION = { headers: { location: 'https://bigquery.googleapis.com/upload/x?upload_id=1' } };

/** What BigQuery says of a job. */
export const jobIn = (status: object): Partial<HttpResponse> => ({ text: JSON.stringify({ status }) });

/** Compresses as Apps Script does: bytes from -128 to 127. */
export const nodeGzip: GzipText = (text) => [...gzipSync(text)].map((byte) => (byte << 24) >> 24);

/** Answers in the order given, then as if every job were done at once; keeps what was asked. */
export class ScriptedBigQuery implements WarehouseTransport {
  readonly asked: WarehouseRequest[] = [];
  /** Answers instead, where it gives an answer. */
  instead: (request: WarehouseRequest) => Partial<HttpResponse> | undefined = () => undefined;

  /** @param answers `undefined` for no answer; a number for a status alone. */
  constructor(readonly answers: (Partial<HttpResponse> | number | undefined)[] = []) {}

  sendAll(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[] {
    return requests.map((request) => {
      this.asked.push(request);
      const other = this.instead(request);
      if (other !== undefined) return answerOf(other);
      if (this.answers.length === 0) return answerOf(successOf(request));
      const next = this.answers.shift();
      return next === undefined ? undefined : answerOf(typeof next === 'number' ? { status: next } : next);
    });
  }
}

function successOf({ target }: WarehouseRequest): Partial<HttpResponse> {
  if (target.startsWith('/upload')) return SESSION;
  if (target.includes('/jobs/')) return jobIn({ state: 'DONE' });
  return target.endsWith('/queries') ? SCRIPT_DONE : {};
}

function answerOf(answer: Partial<HttpResponse>): HttpResponse {
  return { status: 200, headers: {}, text: '{}', ...answer };
}

/** The warehouse of a spreadsheet in London with one report, over stores in memory. */
export class WarehouseScene {
  readonly fetching: Fetching;
  readonly document: MemoryProperties;
  readonly transport: ScriptedBigQuery;
  readonly warehouse: Warehouse;
  private readonly services: ConstructorParameters<typeof Warehouse>[0];

  constructor(answers: ScriptedBigQuery['answers'] = [], reports: readonly StubReport[] = []) {
    this.fetching = new Fetching(reports);
    this.transport = new ScriptedBigQuery(answers);
    this.document = new MemoryProperties({
      connection: JSON.stringify(CONNECTION),
      zone: 'Europe/London',
      'report.r-1': formatSavedReport({ ...newReport('r-1', 1), sheet: 'Shifts' }),
    });
    const { clock, lock, services } = this.fetching;
    this.services = {
      transport: this.transport,
      gzip: nodeGzip,
      stores: {
        document: this.document,
        user: new MemoryProperties(),
        spreadsheetId: 'spreadsheet-1',
        addresses: ADDRESSES,
      },
      lock,
      clock,
      calendar: new ZonedCalendar(clock),
      digest: nodeDigest,
      budget: startBudget('sidebar', clock.now()),
      sheets: new MemorySheets(),
      makeId: services.makeId,
      fetchingFor: () => this.fetching.services,
    };
    this.warehouse = new Warehouse(this.services);
  }

  /** An execution that begins now, after others: it knows nothing but what is stored. */
  execution(surface: Surface = 'sidebar') {
    const services = { ...this.services, budget: startBudget(surface, this.fetching.clock.now()) };
    return { transfer: new WarehouseTransfer(services), warehouse: new Warehouse(services) };
  }
}
