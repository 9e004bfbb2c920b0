import { gzipSync } from 'node:zlib';
import { startBudget } from '../../../src/budget';
import type { HttpResponse } from '../../../src/employer-api/ports';
import { formatSavedReport, newReport } from '../../../src/reports/saved/saved-report';
import type { WarehouseRequest, WarehouseTransport } from '../../../src/warehouse/big-query';
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

/** Answers in the order given, then with an empty success; keeps what was asked. */
export class ScriptedBigQuery implements WarehouseTransport {
  readonly asked: WarehouseRequest[] = [];

  /** @param answers `undefined` for no answer; a number for a status alone. */
  constructor(readonly answers: (Partial<HttpResponse> | number | undefined)[] = []) {}

  sendAll(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[] {
    return requests.map((request) => {
      this.asked.push(request);
      if (this.answers.length === 0) return answerOf({});
      const next = this.answers.shift();
      return next === undefined ? undefined : answerOf(typeof next === 'number' ? { status: next } : next);
    });
  }
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

  constructor(answers: ScriptedBigQuery['answers'] = [], reports: readonly StubReport[] = []) {
    this.fetching = new Fetching(reports);
    this.transport = new ScriptedBigQuery(answers);
    this.document = new MemoryProperties({
      connection: JSON.stringify(CONNECTION),
      zone: 'Europe/London',
      'report.r-1': formatSavedReport({ ...newReport('r-1', 1), sheet: 'Shifts' }),
    });
    const { clock, lock, services } = this.fetching;
    this.warehouse = new Warehouse({
      transport: this.transport,
      gzip: (text) => [...gzipSync(text)].map((byte) => (byte << 24) >> 24),
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
    });
  }
}
