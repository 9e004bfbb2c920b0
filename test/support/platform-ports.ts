import { dashboardLooks } from '../../src/platform/dashboard-sheet';
import { timeDrivenTriggers } from '../../src/platform/script-app';
import {
  gzipPacker,
  propertyStore,
  sha256,
  sharedCache,
  spreadsheetCalendar,
} from '../../src/platform/script-services';
import { sheetWriter } from '../../src/platform/sheet-writer';
import type { ExecutionKind } from '../emulator/access';
import type { Book } from '../emulator/book';
import type { Emulator } from '../emulator/emulator';
import { Execution } from '../emulator/execution';
import { globals } from '../emulator/realm';
import { runAs } from '../emulator/services/kind';
import { dateBy } from './date-by';

/** The product's adapters at work in this process, for one person: each call is an execution of its own. */
export function platformPorts(world: Emulator, book: Book, user: string, kind: ExecutionKind = 'sidebar') {
  const run = <Result>(act: () => Result): Result => {
    const request = { kind, name: 'adapters', book, user, args: [] };
    const execution = new Execution(0, request, world);
    try {
      return onPlatform(execution, act);
    } finally {
      execution.finish({ kind: 'returned', value: null });
    }
  };
  const port = <Port extends object>(own: Port): Port =>
    new Proxy(own, {
      get: (_, name) => {
        const member = own[name as keyof Port];
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => handle(run(() => member.apply(own, args)));
      },
    });
  /** What has methods is asked in executions, too. */
  const handle = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
    const members = Object.entries(value);
    if (members.some(([, member]) => typeof member === 'function')) return port(value);
    return Object.fromEntries(members.map(([name, member]) => [name, handle(member)]));
  };
  return {
    cache: port(run(() => sharedCache('everyone'))),
    ownCache: port(run(() => sharedCache('me'))),
    properties: port(run(() => propertyStore('everyone'))),
    ownProperties: port(run(() => propertyStore('me'))),
    triggers: port(timeDrivenTriggers),
    looks: port(dashboardLooks),
    packer: port(gzipPacker),
    digest: (text: string) => run(() => sha256(text)),
    calendar: port(run(() => spreadsheetCalendar())),
    sheets: port(sheetWriter),
  };
}

/** Runs something with Google's services and the clock of an execution in place of this process's own. */
function onPlatform<Result>(execution: Execution, act: () => Result): Result {
  const SystemDate = Date;
  const { console: _, ...services } = globals;
  Object.assign(globalThis, services, { Date: dateBy(() => execution.now(), SystemDate) });
  try {
    return runAs(execution, act);
  } finally {
    for (const name of Object.keys(services)) delete (globalThis as Record<string, unknown>)[name];
    globalThis.Date = SystemDate;
  }
}
