import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import type {
  NamedBlock,
  PropertyStore,
  ReportSheet,
  ReportSheets,
  SharedCache,
  SpreadsheetCalendar,
  TextPacker,
} from '../../../src/reports/ports';
import type { Person } from '../../emulator/book';
import { type ScriptWorld, scriptWorld } from '../../support/script-world';

/** Calls one method of one adapter per execution; what it gives or throws goes back as JSON. */
const ENTRY = `
  import { dashboardLooks } from './dashboard-sheet';
  import { gzipPacker, propertyStore, sha256, sharedCache } from './script-services';
  import { sheetWriter } from './sheet-writer';
  import { SpreadsheetCalendar } from './spreadsheet';
  import { timeDrivenTriggers } from './script-app';

  const ports = {
    cache: () => sharedCache('everyone'),
    ownCache: () => sharedCache('me'),
    properties: () => propertyStore('everyone'),
    ownProperties: () => propertyStore('me'),
    triggers: () => timeDrivenTriggers,
    looks: () => dashboardLooks,
    packer: () => gzipPacker,
    digest: () => ({ digest: sha256 }),
    calendar: () => new SpreadsheetCalendar(),
    sheets: () => ({
      byId: (id) => sheetWriter.byId(id)?.id,
      byName: (name) => sheetWriter.byName(name)?.id,
      named: (name) => {
        const found = sheetWriter.named(name);
        return found === undefined ? null : { id: found.sheet.id, block: found.block };
      },
      create: (name) => sheetWriter.create(name).id,
      flush: () => sheetWriter.flush(),
    }),
    sheet: (id) => sheetWriter.byId(id),
  };

  export function call(text) {
    const { port, target, method, args } = JSON.parse(text);
    return JSON.stringify({ value: ports[port](target)[method](...args) });
  }
`;

/** The product's adapters at work on the emulator, and the world that they run in. */
export interface PlatformPorts {
  readonly world: ScriptWorld;
  readonly cache: SharedCache;
  readonly properties: PropertyStore;
  readonly packer: TextPacker;
  readonly calendar: SpreadsheetCalendar;
  readonly sheets: ReportSheets;
  digest(text: string): string;
  /** Calls a method of one adapter as somebody else, in another spreadsheet perhaps. */
  callAs<Result>(person: Person, port: string, method: string, ...args: readonly unknown[]): Result;
}

/** Installs the adapters in a spreadsheet of their own. The caller disposes of the world. */
export function platformPorts(): PlatformPorts {
  const world = scriptWorld(`${bundle()}\nfunction callPort(text) { return adapters.call(text); }`);
  const callBy = <Result>(person: Person, what: object): Result => {
    const result = person.callFromSidebar('callPort', JSON.stringify(what));
    if (result.kind === 'failure') throw new Error(result.message);
    return (JSON.parse(String(result.value)) as { value: Result }).value;
  };
  const call: Call = (port, method, args, target) => callBy(world.ann, { port, target, method, args });
  const port = (name: string) => adapter(name, call);
  const sheet = (id: number | undefined) => (id === undefined ? undefined : sheetHandle(id, call));
  return {
    world,
    cache: port('cache') as SharedCache,
    properties: port('properties') as PropertyStore,
    packer: port('packer') as TextPacker,
    calendar: port('calendar') as SpreadsheetCalendar,
    digest: (text) => call('digest', 'digest', [text]),
    callAs: (person, port, method, ...args) => callBy(person, { port, method, args }),
    sheets: {
      byId: (id) => sheet(call('sheets', 'byId', [id])),
      byName: (name) => sheet(call('sheets', 'byName', [name])),
      named: (name) => {
        const found = call<{ id: number; block: NamedBlock['block'] } | null>('sheets', 'named', [name]);
        return found === null ? undefined : { sheet: sheetHandle(found.id, call), block: found.block };
      },
      create: (name) => sheetHandle(call('sheets', 'create', [name]), call),
      show: () => undefined,
      flush: () => call('sheets', 'flush', []),
    },
  };
}

type Call = <Result>(port: string, method: string, args: readonly unknown[], target?: number) => Result;

/** An object whose every method is a call. */
function adapter(name: string, call: Call, target?: number): object {
  return new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          call(name, String(method), args, target),
    },
  );
}

function sheetHandle(id: number, call: Call): ReportSheet {
  const methods = adapter('sheet', call, id) as ReportSheet;
  return new Proxy(methods, { get: (target, name) => (name === 'id' ? id : Reflect.get(target, name)) });
}

function bundle(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: ENTRY, resolveDir: resolve(process.cwd(), 'src/platform'), loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'adapters',
    target: 'es2019',
    mainFields: ['module', 'main'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
