import * as v from 'valibot';
import { version } from '../compose/build-constants';
import { authorization, requirePerson } from '../compose/person';
import { composeWriting, type Writing } from '../compose/writing';
import { UNREADABLE } from '../contract/form';
import type { Questions, Received, SidebarOutcome, SidebarState } from '../contract/sidebar';
import { inOwnWords, ReportError, toReportError } from '../employer-api/errors';
import { type CheckedConnection, describePause } from '../reports/connection/connection-check';
import { type Permission, pressAndAllow, SHEET } from '../reports/permissions';
import type { Properties, PropertyStore } from '../reports/ports';
import { type DocumentState, readDocumentState } from '../reports/saved/document-state';
import { describeForSupport } from '../reports/status/support-note';
import { viewState } from './state-view';

type Shown = Omit<Extract<SidebarOutcome, { kind: 'done' }>, 'kind' | 'state' | 'more' | 'support'>;

/** What an endpoint did: a sentence, and the state after it where that is known without reading it again. */
export interface Done extends Shown {
  readonly state?: DocumentState | undefined;
  readonly pause?: string | null;
  /** Whether the page is to ask again at once. */
  readonly more?: boolean;
}

/** What an endpoint found out although it failed. */
export interface Failing {
  readonly error: ReportError;
  readonly checks?: CheckedConnection['checks'];
  /** The document properties, where they were read. */
  readonly properties?: Properties;
  /** Where Google lets the person allow what is missing. */
  readonly link?: string;
}

/** A question of the page: the permissions that it needs, what its arguments have to be, and what answers it. */
export interface Endpoint {
  readonly needs: readonly Permission[];
  readonly asks: readonly v.GenericSchema[];
  run(writing: Writing, ...args: readonly unknown[]): Done | Failing;
}

/** All that may be asked, by name. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Puts together endpoints of the questions. @param needs Of those that need more than the spreadsheet. */
export function endpoints<Asked extends Questions>(
  questions: Asked,
  needs: { readonly [Name in keyof Asked]?: readonly Permission[] },
  runs: {
    readonly [Name in keyof Asked]: (writing: Writing, ...args: Received<Asked[Name]>) => Done | Failing;
  },
): { readonly [Name in keyof Asked]: Endpoint } {
  const all = Object.entries(questions).map(([name, asks]) => {
    return [name, { asks, needs: needs[name] ?? SHEET, run: runs[name] as Endpoint['run'] }];
  });
  return Object.fromEntries(all);
}

/** Reads what the page sent by a schema. @throws {ReportError} `invalid_settings`, with the first problem as its sentence. */
export function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input, UNREADABLE);
  if (parsed.success) return parsed.output;
  throw new ReportError('invalid_settings', { sentence: parsed.issues[0].message });
}

/** The one exit: an outcome, never an exception, which `google.script.run` would strip of its code. */
export function answer(
  needs: readonly Permission[],
  work: (writing: Writing) => Done | Failing,
): SidebarOutcome {
  // A cell shows the sentence of what is thrown; an outcome is no value that it could show.
  inOwnWords(requirePerson);
  let writing: Writing | undefined;
  try {
    const composed = composeWriting('sidebar');
    writing = { ...composed, stores: { ...composed.stores, user: readOnce(composed.stores.user) } };
    const done = work(writing);
    if ('error' in done) return failed(needs, writing, done);
    const { state: known, pause = null, more = false, ...shown } = done;
    const state = known ?? readDocumentState(writing.stores.document.readAll());
    const seen = viewState(writing, state, pause);
    const support = done.checks ? { support: supportNote(writing, state, seen, done) } : {};
    return { kind: 'done', ...shown, state: seen, more, ...support };
  } catch (error) {
    return failed(needs, writing, { error: toReportError(error) });
  }
}

function failed(needs: readonly Permission[], writing: Writing | undefined, found: Failing): SidebarOutcome {
  const mayBeRefused = found.link === undefined && MAY_BE_REFUSED.includes(found.error.code);
  const { error, link } = { ...found, ...(mayBeRefused ? refusalOf(needs) : undefined) };
  const { code, message } = error;
  const checks = found.checks ? { checks: found.checks } : {};
  const said = { kind: 'failed' as const, code, message, ...checks, ...(link ? { link } : {}) };
  try {
    if (writing === undefined) throw error;
    const { stores, fetchingFor } = writing;
    const properties = found.properties ?? stores.document.readAll();
    const state = readDocumentState(properties);
    const seen = viewState(writing, state, describePause(properties, stores, fetchingFor));
    return { ...said, state: seen, support: supportNote(writing, state, seen, { ...checks, error }) };
  } catch {
    return { ...said, state: null };
  }
}

/** Text to copy for whoever helps, from what is known anyway: no service call. */
function supportNote(
  { calendar, clock }: Writing,
  state: DocumentState,
  { connection, timeZone: zone, installation }: SidebarState,
  { error, checks }: Partial<Failing>,
): string {
  const time = (millis: number) => calendar.text(millis, zone);
  const place = { version, installation, now: clock.now(), time, zone };
  return describeForSupport({ ...place, connection, state, failure: error, checks });
}

/** The same store, read once until something is written to it. */
function readOnce(store: PropertyStore): PropertyStore {
  let known: Properties | undefined;
  return {
    readAll() {
      known ??= store.readAll();
      return known;
    },
    write(changes) {
      known = undefined;
      store.write(changes);
    },
    remove(name) {
      known = undefined;
      store.remove(name);
    },
  };
}

/** Failures that may be for want of a permission, whatever the platform said. */
const MAY_BE_REFUSED: readonly string[] = ['permission_missing', 'platform_unavailable', 'unreachable'];

/** What of these is missing, as a failure with the address of Google's question; `undefined` where nothing is. One service call. */
export function refusalOf(
  needed: readonly Permission[],
  sentenceFor: (missing: readonly Permission[]) => string = pressAndAllow,
): Failing | undefined {
  const { missing, url } = authorization.missing(needed);
  if (url === null) return undefined;
  return { error: new ReportError('permission_missing', { sentence: sentenceFor(missing) }), link: url };
}
