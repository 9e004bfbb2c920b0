import type { CheckLine, ConnectionView } from '../../contract/connection';
import { RUN_OUTCOMES } from '../../contract/reports';
import type { Installation } from '../../contract/sidebar';
import type { ReportError } from '../../employer-api/errors';
import { SUPPORT_RUNS } from '../../limits';
import { describeActivity } from '../saved/activity-log';
import type { DocumentState } from '../saved/document-state';

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
  const { version, installation, now, time, zone, failure, checks, state } = facts;
  const kind = installation === 'bound' ? 'script bound to the spreadsheet' : 'add-on';
  const lines = [
    `Shift Reports ${version} (${kind})`,
    `Made: ${time(now)} (${plain(zone)})`,
    `Connection: ${connectionWords(facts.connection)}`,
    `Reports: ${reportWords(state)}`,
    `Schedule: ${state.schedule.every}`,
    ...(failure ? [`Failure: ${failureWords(failure)}`] : []),
    ...(checks ? ['Check of the connection:'] : []),
    ...(checks ?? []).map(
      ({ name, state: word, sentence }) => `  ${name}: ${word.replace('_', ' ')}. ${sentence}`,
    ),
    ...runLines(state, now, time),
  ];
  return lines.join('\n');
}

function connectionWords(connection: SupportFacts['connection']): string {
  if (connection === null) return 'none';
  const { region, employer, audience, isSample } = connection;
  const whose = employer === 'me' ? 'me' : 'by number';
  return `region ${region}, employer ${whose}, for ${audience}${isSample ? ', sample data' : ''}`;
}

function reportWords({ reports }: DocumentState): string {
  if (reports.length === 0) return 'none';
  const count = (what: string, matches: (report: DocumentState['reports'][number]) => boolean) =>
    `${what} ${reports.filter(matches).length}`;
  return [
    `${reports.length}`,
    count('grouped', ({ report }) => report === 'shift_fulfilment_aggregated'),
    count('keeping history', ({ mode }) => mode === 'history'),
    ...RUN_OUTCOMES.map((outcome) => count(`last ${outcome}`, ({ lastRun }) => lastRun?.outcome === outcome)),
  ].join(', ');
}

function failureWords({ code, detail: { status, correlationId } }: ReportError): string {
  const answer = status === undefined ? '' : `, HTTP ${status}`;
  return `${code}${answer}${reference(', ', correlationId)}`;
}

function runLines(state: DocumentState, now: number, time: (millis: number) => string): string[] {
  const runs = describeActivity(state, now, time).slice(0, SUPPORT_RUNS);
  const words = runs.map(
    ({ at, by, outcome, correlationId }) => `  ${at} ${by} ${outcome}${reference(' ', correlationId)}`,
  );
  return runs.length === 0 ? ['Latest runs: none'] : ['Latest runs:', ...words];
}

function reference(before: string, correlationId: string | undefined): string {
  return correlationId ? `${before}ref ${plain(correlationId)}` : '';
}

/** Letters, digits and the signs of IDs and time zones: ours have no other characters. */
function plain(text: string): string {
  return text.replace(/[^\w+/.-]/g, '').slice(0, 64);
}
