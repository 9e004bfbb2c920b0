import type { CheckLine, ConnectionView } from '../../contract/connection';
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
    ...(checks ? ['Check of the connection:', ...checks.map(checkWords)] : []),
    ...runLines(state, now, time),
  ];
  return lines.join('\n');
}

function connectionWords(connection: SupportFacts['connection']): string {
  if (connection === null) return 'none';
  const { region, employer, audience, isSample } = connection;
  const words = [`region ${region}`, `employer ${employer === 'me' ? 'me' : 'by number'}`, `for ${audience}`];
  return (isSample ? [...words, 'sample data'] : words).join(', ');
}

function reportWords({ reports }: DocumentState): string {
  if (reports.length === 0) return 'none';
  const count = (matches: (report: DocumentState['reports'][number]) => boolean) =>
    reports.filter(matches).length;
  return [
    `${reports.length}`,
    `grouped ${count(({ report }) => report === 'shift_fulfilment_aggregated')}`,
    `keeping history ${count(({ mode }) => mode === 'history')}`,
    `last refreshed ${count(({ lastRun }) => lastRun?.outcome === 'refreshed')}`,
    `last unfinished ${count(({ lastRun }) => lastRun?.outcome === 'unfinished')}`,
    `last failed ${count(({ lastRun }) => lastRun?.outcome === 'failed')}`,
    `last held ${count(({ lastRun }) => lastRun?.outcome === 'held')}`,
    `never refreshed ${count(({ lastRun }) => lastRun === null)}`,
  ].join(', ');
}

function failureWords({ code, detail: { status, correlationId } }: ReportError): string {
  return [
    code,
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(correlationId ? [`ref ${plain(correlationId)}`] : []),
  ].join(', ');
}

function checkWords({ name, state, sentence }: CheckLine): string {
  return `  ${name}: ${state.replace('_', ' ')}. ${sentence}`;
}

function runLines(state: DocumentState, now: number, time: (millis: number) => string): string[] {
  const runs = describeActivity(state, now, time).slice(0, SUPPORT_RUNS);
  if (runs.length === 0) return ['Latest runs: none'];
  const words = runs.map(({ at, by, outcome, correlationId }) =>
    [`  ${at}`, by, outcome, ...(correlationId ? [`ref ${plain(correlationId)}`] : [])].join(' '),
  );
  return ['Latest runs:', ...words];
}

/** Letters, digits and the signs of IDs and time zones: ours have no other characters. */
function plain(text: string): string {
  return text.replace(/[^\w+/.-]/g, '').slice(0, 64);
}
