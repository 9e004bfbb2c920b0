import * as v from 'valibot';
import { authorization, requirePerson } from '../compose/person';
import { composeWriting, type Writing } from '../compose/writing';
import { UNREADABLE } from '../contract/form';
import { inOwnWords, ReportError, toReportError } from '../employer-api/errors';
import type { Explanation } from '../explanations/explanation';
import { type CheckLine, lookAtConnection } from '../reports/connection/connecting';
import type { exportNotes } from '../reports/notes/all-notes';
import { type Permission, pressAndAllow } from '../reports/permissions';
import type { Properties } from '../reports/ports';
import type { previewReport } from '../reports/preview/report-preview';
import { type DocumentState, findConnection, readDocumentState } from '../reports/saved/document-state';
import type { KnownNames } from '../reports/saved/names';
import type { previewSummary } from '../summaries/send';
import { type SidebarState, viewState } from './state-view';
import { describeForSupport } from './support-note';

/** What an answer says; what a question alone has is named after what it shows. */
interface Said {
  /** A sentence or a few for the person; of a failure remedy first, then detail and correlation ID. */
  readonly message: string;
  readonly checks?: readonly CheckLine[];
  /** Left out where no refresh has seen any. */
  readonly names?: KnownNames;
  /** What a report that was just saved loses. */
  readonly warning?: string;
  readonly preview?: ReturnType<typeof previewReport>;
  readonly summary?: ReturnType<typeof previewSummary>;
  readonly notesFile?: ReturnType<typeof exportNotes>;
  readonly explanation?: Explanation;
}

/** What every question is answered with. It survives `google.script.run`: no `Date`, which would arrive as null. */
export type SidebarOutcome = {
  /** What `Copy details` copies: plain text of several lines without secret, name or address. */
  readonly support?: string;
} & (
  | (Said & {
      readonly kind: 'done';
      /** What to show next. */
      readonly state: SidebarState;
      /** The refresh is not finished: the page asks the same again at once. Whoever stops asking loses nothing. */
      readonly more: boolean;
    })
  | (Pick<Said, 'message' | 'checks'> & {
      readonly kind: 'failed';
      /** One of the codes of `FAILURES`. */
      readonly code: string;
      /** What is true now; null where not even that could be read. */
      readonly state: SidebarState | null;
      /** Where Google lets the person allow what is missing: an address of Google's, for `Allow access`. */
      readonly link?: string;
    })
);

/** What an endpoint did, and the state after it where that is known without reading it again. */
export interface Done extends Said {
  readonly state?: DocumentState | undefined;
  readonly failing?: ReturnType<typeof lookAtConnection>;
  /** Whether the page is to ask again at once. */
  readonly more?: boolean;
}

/** What an endpoint found out although it failed. */
export interface Failing {
  readonly error: ReportError;
  readonly checks?: readonly CheckLine[];
  /** The document properties, where they were read. */
  readonly properties?: Properties;
  /** Where Google lets the person allow what is missing. */
  readonly link?: string;
}

type Asks = readonly v.GenericSchema[];

/** Arguments as the page sends them. */
export type Sent<Asked extends Asks> = { readonly [Place in keyof Asked]: v.InferInput<Asked[Place]> };

/** A question of the page: the permissions that it needs, what its arguments have to be, and what answers it. */
export interface Endpoint<Asked extends Asks = Asks> {
  readonly needs: readonly Permission[];
  readonly asks: Asked;
  run(
    writing: Writing,
    ...args: { readonly [Place in keyof Asked]: v.InferOutput<Asked[Place]> }
  ): Done | Failing;
}

/** Puts an endpoint together. */
export function endpoint<const Asked extends Asks>(
  needs: readonly Permission[],
  asks: Asked,
  run: Endpoint<Asked>['run'],
): Endpoint<Asked> {
  return { needs, asks, run };
}

/**
 * Reads what the page sent by a schema. A field that it does not have is refused, not dropped.
 *
 * @throws {ReportError} `invalid_settings`, with the first problem as its sentence.
 */
export function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, input, UNREADABLE);
  const fields = Object.keys(Object(output));
  const isField = (name: string) => fields.includes(name);
  if (success && (typeof input !== 'object' || Object.keys(input ?? {}).every(isField))) return output;
  throw new ReportError('invalid_settings', { sentence: issues?.[0].message ?? UNREADABLE.message });
}

/** The one exit to the page: an outcome, because `google.script.run` would strip an exception of its code. */
export function answer(
  needs: readonly Permission[],
  work: (writing: Writing) => Done | Failing,
): SidebarOutcome {
  // A cell shows the sentence of what is thrown; an outcome is no value that it could show.
  inOwnWords(requirePerson);
  let writing: Writing | undefined;
  try {
    writing = composeWriting('sidebar');
    const done = work(writing);
    if ('error' in done) return failed(needs, writing, done);
    const { state: known, failing, more = false, ...shown } = done;
    const state = known ?? readDocumentState(writing.document.readAll());
    const seen = viewState(writing, state, failing);
    const support = done.checks ? { support: describeForSupport(seen, done) } : {};
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
    const { document, stores } = writing;
    const properties = found.properties ?? document.readAll();
    const state = readDocumentState(properties);
    const failing = lookAtConnection(writing, () => findConnection(properties, stores));
    const seen = viewState(writing, state, failing);
    return { ...said, state: seen, support: describeForSupport(seen, { ...checks, error }) };
  } catch {
    return { ...said, state: null };
  }
}

/** Failures that may be for want of a permission, whatever the platform said. */
const MAY_BE_REFUSED: readonly string[] = ['permission_missing', 'platform_unavailable', 'unreachable'];

/**
 * What of these is missing, as a failure with the address of Google's question; `undefined` where nothing is.
 *
 * @param given What is said of it. @default how to allow it
 */
export function refusalOf(needed: readonly Permission[], given?: string): Failing | undefined {
  const { missing, url } = authorization.missing(needed);
  if (url === null) return undefined;
  const sentence = given ?? pressAndAllow(missing);
  return { error: new ReportError('permission_missing', { sentence }), link: url };
}
