import type { ReportError } from '../employer-api/errors';
import { SUPPORT_RUNS } from '../limits';
import type { CheckLine } from '../reports/connection/connecting';
import type { Installation } from '../reports/ports';
import type { ConnectionView, DocumentState } from '../reports/saved/document-state';
import { describeActivity } from './state-view';

/** What a note for support is made of; what is not known is left out. */
interface SupportFacts {
  readonly version: string;
  readonly installation: Installation;
  /** When the note is made. Milliseconds since 1970. */
  readonly now: number;
  /** A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`. */
  readonly time: (millis: number) => string;
  readonly zone: string;
  readonly connection: ConnectionView | null;
  readonly state: DocumentState;
  readonly failure?: ReportError | undefined;
  readonly checks?: readonly CheckLine[] | undefined;
}

/**
 * A note for whoever helps, as plain text of several lines.
 *
 * It is made of codes, counts, times and our own words alone: no secret, token, client ID, employer ID, mail or web
 * address, and no name of a venue or a sheet. So no message is quoted, which may hold a sheet's name.
 */
export function describeForSupport(facts: SupportFacts): string {
  const { installation, now, time, connection, failure, checks, state } = facts;
  const kind = installation === 'bound' ? 'script bound to the spreadsheet' : 'add-on';
  const connected = connection && [
    ...[`region ${connection.region}`, `employer ${connection.employer === 'me' ? 'me' : 'by number'}`],
    ...[`for ${connection.audience}`, connection.isSample && 'sample data'],
  ];
  const { status, correlationId } = failure?.detail ?? {};
  const failed = failure && [failure.code, status && `HTTP ${status}`, reference(correlationId)];
  const runs = describeActivity(state, now, time).slice(0, SUPPORT_RUNS);
  return [
    `Shift Reports ${facts.version} (${kind})`,
    `Made: ${time(now)} (${plain(facts.zone)})`,
    `Connection: ${joined(connected, ', ') || 'none'}`,
    `Reports: ${state.reports.length || 'none'}`,
    `Schedule: ${state.schedule.every}`,
    ...(failed ? [`Failure: ${joined(failed, ', ')}`] : []),
    ...(checks ? ['Check of the connection:'] : []),
    ...(checks ?? []).map((one) => `  ${one.name}: ${one.state.replace('_', ' ')}. ${one.sentence}`),
    `Latest runs:${runs.length === 0 ? ' none' : ''}`,
    ...runs.map((run) => `  ${joined([run.at, run.by, run.outcome, reference(run.correlationId)], ' ')}`),
  ].join('\n');
}

function joined(parts: readonly unknown[] | null, between: string): string {
  return (parts ?? []).filter(Boolean).join(between);
}

function reference(correlationId: string | undefined): string {
  return correlationId ? `ref ${plain(correlationId)}` : '';
}

/** Letters, digits and the signs of IDs and time zones: ours have no other characters. */
function plain(text: string): string {
  return text.replace(/[^\w+/.-]/g, '').slice(0, 64);
}
