import { formatPace, type Pace, parsePace } from '../fetching/pace';

/** What is known of a connection's pace; nothing of another connection's. */
export function readPace(text: string | undefined, fingerprint: string): Pace {
  const mark = `${fingerprint} `;
  return parsePace(text?.startsWith(mark) ? text.slice(mark.length) : undefined);
}

/** The document property that keeps a pace with its connection. */
export function notePace(pace: Pace, { fingerprint }: { readonly fingerprint: string }): string {
  return `${fingerprint} ${formatPace(pace)}`;
}
