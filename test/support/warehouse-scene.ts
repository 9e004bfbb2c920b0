import path from 'node:path';
import { isRecord } from '../../src/employer-api/shift-report';
import { type RunningWarehouse, startWarehouseServer } from '../warehouse-server/start-warehouse-server';
import { builtBundle } from './built-bundle';
import { ANN, type Scene, type SceneOptions, Stage, state } from './scene';

/** The settings of the warehouse, without reports. */
interface Place {
  readonly project: string;
  readonly dataset: string;
  readonly location: string;
}

/** The warehouse edition and the service, and a warehouse in a process of its own. */
export class WarehouseStage {
  private datasets = 0;

  private constructor(
    private readonly stage: Stage,
    readonly server: RunningWarehouse,
  ) {}

  static async start(options: { readonly allowance?: number } = { allowance: 1_000_000 }) {
    return new WarehouseStage(new Stage(options), await startWarehouseServer());
  }

  /** A new spreadsheet with a dataset of its own. @param place The dataset of another one, to share it. */
  async open(options: SceneOptions = {}, place?: Place): Promise<WarehouseScene> {
    const { server } = this;
    await server.clearFaults();
    const scene = await this.stage.open({
      dist: path.resolve(builtBundle('warehouse')),
      installation: 'add-on',
      ...options,
      exchange: (request) => options.exchange?.(request) ?? server.exchange(request),
    });
    this.datasets += 1;
    const own = { project: server.project, dataset: `shifts_${this.datasets}`, location: 'EU' };
    await server.grant(scene.book.as(ANN).oauthToken());
    const opened = new WarehouseScene(scene, server, place ?? own);
    await server.forgetRequests();
    return opened;
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}

/** A spreadsheet with the warehouse edition. */
export class WarehouseScene {
  constructor(
    readonly scene: Scene,
    readonly server: RunningWarehouse,
    readonly place: Place,
  ) {}

  /** Connects, saves a report of fixed days and the warehouse, and sets it up. @returns The report's ID. */
  setUp(report: Parameters<Scene['saveReport']>[0] = {}): string {
    this.scene.connect({ region: 'UK' });
    const id = this.scene.saveReport(report);
    this.save([id]);
    state(this.scene.ask('sidebarSetUpWarehouse'));
    return id;
  }

  /** Saves the settings. */
  save(reports: readonly string[], changes: Partial<Place> = {}): void {
    state(this.scene.ask('sidebarSaveWarehouse', { ...this.place, ...changes, reports: [...reports] }));
  }

  /** The full name of a table of the dataset. */
  table(name: string): string {
    return `${this.place.project}.${this.place.dataset}.${name}`;
  }

  /** The rows of a table or view, as records. */
  async rows(table: string): Promise<readonly Record<string, unknown>[]> {
    const { columns, rows } = await this.server.rows(this.table(table));
    return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  }

  /** The line of the warehouse on the status sheet: its state and its message. */
  line(): readonly [unknown, unknown] {
    const rows = this.scene.book.values('Shift Reports status!A1:L20');
    const [headings = []] = rows;
    const row = rows.find(([name]) => name === 'Warehouse') ?? [];
    return [row[headings.indexOf('State')], row[headings.indexOf('Message')]];
  }

  /** What the page shows of the warehouse. */
  view(): Record<string, unknown> {
    const { edition } = state(this.scene.ask('sidebarState'));
    return isRecord(edition) ? edition : {};
  }
}
