import path from 'node:path';
import { isRecord } from '../../src/employer-api/shift-records';
import { type RunningWarehouse, startWarehouseServer } from '../warehouse-server/start-warehouse-server';
import { builtBundle } from './built-bundle';
import { ANN, type Scene, type SceneOptions, Stage, state } from './scene';

/** Where the add-on finds BigQuery. */
export const BIGQUERY = 'https://bigquery.googleapis.com';

/** The settings of the warehouse, without reports. */
export interface Place {
  readonly project: string;
  readonly dataset: string;
  readonly location: string;
}

/** The warehouse edition, the service and a warehouse, each in its own process; the add-on runs in the emulator. */
export class WarehouseStage {
  private datasets = 0;

  private constructor(
    private readonly stage: Stage,
    readonly server: RunningWarehouse,
  ) {}

  static async start(options: { readonly allowance?: number } = { allowance: 1_000_000 }) {
    const [stage, server] = await Promise.all([
      Stage.start(options),
      startWarehouseServer({ publicOrigin: BIGQUERY }),
    ]);
    return new WarehouseStage(stage, server);
  }

  /** A new spreadsheet, connected in the UK, with an empty dataset of its own. */
  async open(options: SceneOptions = {}): Promise<WarehouseScene> {
    const { server } = this;
    await server.clearFaults();
    const scene = await this.stage.open({
      dist: path.resolve(builtBundle('warehouse')),
      installation: 'add-on',
      ...options,
      sharesClock: true,
      hosts: { [BIGQUERY]: server.origin, ...options.hosts },
    });
    this.datasets += 1;
    const place = { project: server.project, dataset: `shifts_${this.datasets}`, location: 'EU' };
    await server.setDataset(place.project, place.dataset, place.location);
    await server.grant(scene.book.as(ANN).oauthToken());
    const opened = new WarehouseScene(scene, server, place);
    await opened.setClocks();
    await server.forgetRequests();
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([this.stage.close(), this.server.close()]);
  }
}

/** A spreadsheet with the warehouse edition. */
export class WarehouseScene {
  constructor(
    readonly scene: Scene,
    readonly server: RunningWarehouse,
    readonly place: Place,
  ) {}

  /** Gives the service and the warehouse the time of the spreadsheet. */
  async setClocks(): Promise<void> {
    const now = new Date(this.scene.emulator.clock.now()).toISOString();
    await this.server.setClock(now);
    await this.scene.server.setClock(now);
  }

  /** Connects, saves a report of fixed days and the warehouse, and creates the tables. @returns The report's ID. */
  setUp(report: Parameters<Scene['saveReport']>[0] = {}): string {
    this.scene.connect({ region: 'UK' });
    const id = this.scene.saveReport(report);
    this.save([id]);
    state(this.scene.ask('sidebarCreateTables'));
    return id;
  }

  /** Saves the settings. */
  save(reports: readonly string[], changes: Partial<Place> = {}): void {
    state(this.scene.ask('sidebarSaveWarehouse', { ...this.place, ...changes, reports: [...reports] }));
  }

  /** The rows of a table or view, as records. */
  async rows(table: string): Promise<readonly Record<string, unknown>[]> {
    const { project, dataset } = this.place;
    const { columns, rows } = await this.server.rows(`${project}.${dataset}.${table}`);
    return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  }

  /** The tables and views of the dataset. */
  listed(): ReturnType<RunningWarehouse['tables']> {
    return this.server.tables(this.place.dataset);
  }

  /** Their names. */
  async tables(): Promise<readonly string[]> {
    return (await this.listed()).map(({ table }) => table);
  }

  /** The line of the warehouse on the status sheet: its state and its message. */
  line(): readonly unknown[] {
    const rows = this.scene.book.values('Shift Reports status!A2:I20');
    const row = rows.find(([name]) => name === 'Warehouse') ?? [];
    return [row[1], row[2]];
  }

  /** What the page shows of the warehouse. */
  view(): Record<string, unknown> {
    const { edition } = state(this.scene.ask('sidebarState'));
    return isRecord(edition) ? edition : {};
  }
}
