import type { SidebarOutcome, SidebarState } from '../contract';
import { PAGE_WORDS } from './words/page';

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
