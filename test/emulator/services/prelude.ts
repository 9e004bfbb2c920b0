import { callHost, hostNow, hostRandom } from './realm';

const SystemDate = Date;

/** The language's `Date` on the emulator's clock. Local getters follow the process's zone, which must be the manifest's. */
function EmulatedDate(this: unknown, ...parts: number[]): string | Date {
  if (new.target === undefined) return new SystemDate(hostNow()).toString();
  return Reflect.construct(SystemDate, parts.length === 0 ? [hostNow()] : parts, new.target);
}

/** Gives the realm the emulator's time and chance, its own console, and takes away what Apps Script lacks. */
export function installPrelude(globals: { WebAssembly?: { [member: string]: unknown } }): void {
  EmulatedDate.prototype = SystemDate.prototype;
  Object.defineProperty(SystemDate.prototype, 'constructor', {
    value: EmulatedDate,
    configurable: true,
    writable: true,
  });
  Object.defineProperty(EmulatedDate, 'name', { value: 'Date' });
  Object.defineProperty(EmulatedDate, 'length', { value: 7 });
  define(EmulatedDate, { now: () => hostNow(), parse: SystemDate.parse, UTC: SystemDate.UTC });
  define(globals, { Date: EmulatedDate, console: consoleObject(), Logger: loggerObject() });
  define(Math, { random: () => hostRandom() });
  if (globals.WebAssembly !== undefined) {
    delete globals.WebAssembly.compileStreaming;
    delete globals.WebAssembly.instantiateStreaming;
  }
}

/** Defines members as the language defines its own: writable, not listed. */
export function define(target: object, members: { readonly [name: string]: unknown }): void {
  for (const name of Object.keys(members)) {
    Object.defineProperty(target, name, {
      value: members[name],
      configurable: true,
      enumerable: false,
      writable: true,
    });
  }
}

function consoleObject(): object {
  const started: { [label: string]: number } = {};
  const writer =
    (level: string) =>
    (...values: unknown[]) => {
      callHost(`console.${level}`, null, [format(values)]);
    };
  return {
    log: writer('log'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    time(label: string) {
      started[label] = hostNow();
    },
    timeEnd(label: string) {
      callHost('console.log', null, [`${label}: ${hostNow() - (started[label] ?? hostNow())}ms`]);
    },
  };
}

function loggerObject(): object {
  const logger = {
    log(...values: unknown[]) {
      callHost('Logger.log', null, [format(values)]);
      return logger;
    },
  };
  return logger;
}

/** `%s` and `%d` take the values that follow; the rest is appended. */
function format(values: readonly unknown[]): string {
  const rest = values.slice();
  const first = rest.shift();
  const head =
    typeof first === 'string'
      ? first.replace(/%[sdoj]/g, (mark) => (rest.length > 0 ? show(rest.shift()) : mark))
      : show(first);
  return [head, ...rest.map(show)].join(' ');
}

function show(value: unknown): string {
  if (value instanceof Error) return value.stack ?? String(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) ?? String(value);
  return String(value);
}
