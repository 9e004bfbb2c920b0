import { version } from '../compose/build-constants';
import { SUPPORT_RUNS } from '../limits';
import type { Failing } from './answer';
import type { SidebarState } from './state-view';

/**
 * A note for whoever helps, as plain text of several lines: what the page shows, and what failed.
 *
 * It is made of codes, counts, times and our own words alone: no secret, token, client ID, employer ID, mail or web
 * address, and no name of a venue or a sheet. So no message is quoted, which may hold a sheet's name.
 */
export function describeForSupport(
  { activity, connection, installation, reports, schedule, timeZone }: SidebarState,
  { error, checks = [] }: Partial<Failing>,
): string {
  const connected = connection && [
    ...[`region ${connection.region}`, `employer ${connection.employer === 'me' ? 'me' : 'by number'}`],
    ...[`for ${connection.audience}`, connection.isSample && 'sample data'],
  ];
  const { status, correlationId: ref } = error?.detail ?? {};
  const failure = error && [error.code, status && `HTTP\u00a0${status}`, ref && `ref ${ref}`];
  const runs = activity.slice(0, SUPPORT_RUNS);
  return [
    `Shift Reports ${version} (${installation})`,
    `Connection: ${known(connected ?? ['none'])}`,
    `Reports: ${reports.length}`,
    `Schedule: ${schedule.every}`,
    ...(failure ? [`Failure: ${known(failure)}`] : []),
    ...checks.map(({ name, state, sentence }) => `${name}: ${state}. ${sentence}`),
    `Latest runs (${timeZone}):`,
    ...runs.map((run) => `  ${known([run.at, run.by, run.outcome, run.correlationId])}`),
  ].join('\n');
}

function known(parts: readonly unknown[]): string {
  return parts.filter(Boolean).join(', ');
}
