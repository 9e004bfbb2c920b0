import type { KnownNames } from '../../contract/reports';
import type { SidebarOutcome, SidebarState } from '../../contract/sidebar';
import { PAGE_WORDS, WAIT_ENDS } from './words/page';

/** Where a link of the script may lead. */
const GOOGLE = /^https:\/\/(?:[a-z0-9-]+\.)*google\.com\//;

/** What stands in the live regions. `startedAt` is in milliseconds since 1970. */
export type Notice =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'working';
      readonly message: string;
      readonly startedAt: number;
      /** Whether the person may stop the asking. */
      readonly canStop: boolean;
    }
  | { readonly kind: 'done'; readonly message: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Where Google lets the person allow what is missing. */
      readonly link?: string;
      /** What `Copy details for support` copies; left out where there is nothing to ask support about. */
      readonly support?: string;
      /** What the status says meanwhile, such as that the details were copied. */
      readonly aside?: string;
    };

/** What the whole page is drawn from. `state` is null until the script has answered once. */
export interface SidebarModel {
  readonly state: SidebarState | null;
  readonly notice: Notice;
  /** The names that refreshes have seen, as last heard. */
  readonly names?: KnownNames;
  /** What a call that no one waits for has answered while another one runs: said beside the answer of that one. */
  readonly late?: string;
}

/**
 * Notes that a call has begun.
 *
 * @param canStop Whether other calls follow it, which the person may call off.
 */
export function beginCall(
  model: SidebarModel,
  message: string,
  startedAt: number,
  canStop = false,
): SidebarModel {
  return { ...model, notice: { kind: 'working', message, startedAt, canStop } };
}

/** Takes in the answer to one part of a refresh; the next part is being asked for. */
export function continueCall(model: SidebarModel, state: SidebarState, message: string): SidebarModel {
  const startedAt = model.notice.kind === 'working' ? model.notice.startedAt : 0;
  return { ...model, state, notice: { kind: 'working', message, startedAt, canStop: true } };
}

/** Notes that the person wants no further part; the one under way still comes to its end. */
export function stopAsking(model: SidebarModel, message: string): SidebarModel {
  if (model.notice.kind !== 'working') return model;
  return { ...model, notice: { ...model.notice, message, canStop: false } };
}

/**
 * Takes in what the script answered. Without a state the last known one stays on the page.
 *
 * @param nextStep What to do now, added to a good outcome that does not already say it.
 */
export function settleCall(
  { late, ...model }: SidebarModel,
  outcome: SidebarOutcome,
  nextStep = '',
): SidebarModel {
  const state = outcome.state ?? model.state;
  if (outcome.kind === 'failed') {
    // The report's card says why its table is held, and asks.
    const held = state?.reports.find(({ confirmation }) => confirmation?.sentence === outcome.message);
    const message = held === undefined ? outcome.message : PAGE_WORDS.answerFirst(held.sheet);
    // The lines of a check bring their details with them, and a question needs none.
    const isOwn = outcome.checks !== undefined || outcome.unknownName !== undefined || held !== undefined;
    const support = isOwn ? {} : { support: supportOf(outcome, state) };
    const { link: to = '' } = outcome;
    const link = GOOGLE.test(to) ? { link: to } : {};
    const aside = late === undefined ? {} : { aside: late };
    return { ...model, state, notice: { kind: 'failed', message, ...link, ...support, ...aside } };
  }
  const message = [withNextStep(outcome.message, nextStep), late].filter(Boolean).join(' ');
  return {
    ...takeState(model, outcome),
    notice: message === '' ? { kind: 'none' } : { kind: 'done', message },
  };
}

/** Notes that the person waits no longer; the script goes on. */
export function leaveWaiting(model: SidebarModel): SidebarModel {
  return model.notice.kind === 'working'
    ? { ...model, notice: { kind: 'done', message: WAIT_ENDS.left } }
    : model;
}

/**
 * Takes in an answer that no one waits for. What runs now keeps the live regions until it ends.
 *
 * @param isNewest Whether no other call has answered since it began: otherwise its state is older than the page's.
 */
export function takeLate(model: SidebarModel, outcome: SidebarOutcome, isNewest: boolean): SidebarModel {
  const state = (isNewest ? outcome.state : null) ?? model.state;
  const message = outcome.message && WAIT_ENDS.late(outcome.message);
  if (model.notice.kind !== 'working') return { ...settleCall(model, { ...outcome, message }), state };
  return { ...model, state, ...(message === '' ? {} : { late: message }) };
}

/** Says something that no call brought. A failure stays on the page beside it. */
export function tell(model: SidebarModel, message: string): SidebarModel {
  const { notice } = model;
  if (notice.kind === 'working') return model;
  return {
    ...model,
    notice: notice.kind === 'failed' ? { ...notice, aside: message } : { kind: 'done', message },
  };
}

/** Takes the result off the page; what runs stays. */
export function dismiss(model: SidebarModel): SidebarModel {
  return model.notice.kind === 'working' ? model : { ...model, notice: { kind: 'none' } };
}

/** Removes the complaint of a form that is gone. Anything else stays. */
export function withdraw(model: SidebarModel, message: string): SidebarModel {
  const { notice } = model;
  return notice.kind === 'failed' && notice.message === message ? dismiss(model) : model;
}

/** Takes in a state that came without a press. What is said stays; without a state nothing changes. */
export function takeState(model: SidebarModel, outcome: SidebarOutcome): SidebarModel {
  const names = outcome.kind === 'done' ? outcome.names : undefined;
  return { ...model, state: outcome.state ?? model.state, ...(names === undefined ? {} : { names }) };
}

/** Puts what the page itself found wrong into the alert. */
export function complain(model: SidebarModel, message: string): SidebarModel {
  return { ...model, notice: { kind: 'failed', message } };
}

/** Whether an outcome made the first connection of a spreadsheet that has no reports yet. */
export function isFirstConnection(before: SidebarState, outcome: SidebarOutcome): boolean {
  if (outcome.kind !== 'done' || before.connection !== null) return false;
  return outcome.state.connection !== null && outcome.state.reports.length === 0;
}

/** The ID of the report that an outcome added; null when it added none. */
export function findAddedReport(before: SidebarState, outcome: SidebarOutcome): string | null {
  const known = new Set(before.reports.map((report) => report.id));
  return outcome.state?.reports.find((report) => !known.has(report.id))?.id ?? null;
}

function withNextStep(message: string, nextStep: string): string {
  if (nextStep === '' || message.includes(nextStep)) return message;
  return `${message} ${nextStep}`.trim();
}

const REFERENCE = /\bref ([\w-]{4,})/;

/**
 * What `Copy details for support` copies for a failure: the script's own note, or what the page knows where the
 * script did not answer. The page's note holds no text of the failure, which may name sheets and venues.
 */
export function supportOf(
  outcome: Extract<SidebarOutcome, { kind: 'failed' }>,
  state: SidebarState | null,
): string {
  if (outcome.support !== undefined) return outcome.support;
  const lines: (readonly [string, string | undefined])[] = [
    ['Code', outcome.code],
    ['Reference', REFERENCE.exec(outcome.message)?.[1]],
    ['Region', state?.connection?.region],
    ['Sample data', state?.connection?.isSample ? 'yes' : undefined],
    ['Installation', state?.installation],
    ['Time zone', state?.timeZone],
    ['Reports', state === null ? undefined : String(state.reports.length)],
    ['Schedule', state?.schedule.every],
  ];
  const known = lines.filter(([, value]) => value !== undefined && value !== '');
  return [PAGE_WORDS.product, ...known.map(([name, value]) => `${name}: ${value}`)].join('\n');
}
