import type { Json } from './bridge';
import type { ScriptRunner } from './script-runner';

/** A form of the page, as `google.script.run` takes it: the only argument, all values text. */
export class FormElement {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    this.fields = fields;
  }
}

/** The refusal of an argument that cannot cross (fact H3); thrown in the page, before anything runs. */
export class IllegalArgument extends Error {
  override readonly name = 'IllegalArgument';
}

/** Copies the arguments of a sidebar call. @throws {IllegalArgument} for dates, functions, cycles and the like. */
export function copyArguments(args: readonly unknown[]): Json[] {
  const [first] = args;
  if (args.length === 1 && first instanceof FormElement) return [{ ...first.fields }];
  return args.map((argument, index) => copy(argument, String(index), []));
}

/** A call of the page: `sidebarSaveReport` is the endpoint `saveReport` of the bundle's `sidebarCall`, where it has one. */
export function asSidebarCall(
  runner: Pick<ScriptRunner, 'entryPoint'>,
  name: string,
  args: readonly unknown[],
): readonly [name: string, args: readonly unknown[]] {
  const [, first = '', rest = ''] = /^sidebar([A-Z])(?!all$)(.*)$/.exec(name) ?? [];
  if (first === '' || runner.entryPoint('sidebarCall', 'exact') === null) return [name, args];
  return ['sidebarCall', [first.toLowerCase() + rest, args]];
}

function copy(value: unknown, place: string, parents: readonly object[]): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object' || parents.includes(value)) throw illegal(place);
  const inside = [...parents, value];
  if (Array.isArray(value)) return value.map((member) => copy(member, place, inside));
  if (Object.prototype.toString.call(value) !== '[object Object]' || value instanceof FormElement) {
    throw illegal(place);
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, copy(member, name, inside)]));
}

function illegal(place: string): IllegalArgument {
  return new IllegalArgument(`Failed due to illegal value in property: ${place}`);
}
