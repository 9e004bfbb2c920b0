import { formatPace, type Pace, paceAfterKill, parsePace } from '../fetching/pace';

/**
 * What is known of a connection's pace; nothing of another connection's.
 *
 * @param wasKilled Whether a run before this one never ended: then less is asked for at a time.
 */
export function readPace(text: string | undefined, fingerprint: string, wasKilled: boolean): Pace {
  const mark = `${fingerprint} `;
  const pace = parsePace(text?.startsWith(mark) ? text.slice(mark.length) : undefined);
  return wasKilled ? paceAfterKill(pace) : pace;
}

/** The document property that keeps a pace with its connection. */
export function notePace(pace: Pace, { fingerprint }: { readonly fingerprint: string }): string {
  return `${fingerprint} ${formatPace(pace)}`;
}
