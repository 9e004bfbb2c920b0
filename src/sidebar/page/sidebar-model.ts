import type { SidebarOutcome, SidebarState } from '../contract';

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
  | { readonly kind: 'failed'; readonly message: string };

/** What the whole page is drawn from. `state` is null until the script has answered once. */
export interface SidebarModel {
  readonly state: SidebarState | null;
  readonly notice: Notice;
}

/** Notes that a call has begun. */
export function beginCall(model: SidebarModel, message: string, startedAt: number): SidebarModel {
  return { ...model, notice: { kind: 'working', message, startedAt, canStop: false } };
}

/** Takes in the answer to one part of a refresh; the next part is being asked for. */
export function continueCall(model: SidebarModel, state: SidebarState, message: string): SidebarModel {
  const startedAt = model.notice.kind === 'working' ? model.notice.startedAt : 0;
  return { state, notice: { kind: 'working', message, startedAt, canStop: true } };
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
export function settleCall(model: SidebarModel, outcome: SidebarOutcome, nextStep = ''): SidebarModel {
  const state = outcome.state ?? model.state;
  if (outcome.kind === 'failed') return { state, notice: { kind: 'failed', message: outcome.message } };
  const message = withNextStep(outcome.message, nextStep);
  return { state, notice: message === '' ? { kind: 'none' } : { kind: 'done', message } };
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
