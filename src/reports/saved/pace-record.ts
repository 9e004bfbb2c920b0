import { formatPace, type Pace, parsePace } from '../fetching/pace';

/** The stored pace of a connection; `NEW_PACE` if it belongs to another connection. */
export function readPace(text: string | undefined, fingerprint: string): Pace {
  const mark = `${fingerprint} `;
  return parsePace(text?.startsWith(mark) ? text.slice(mark.length) : undefined);
}

/** A pace as a document property, with its connection. */
export function notePace(pace: Pace, { fingerprint }: { readonly fingerprint: string }): string {
  return `${fingerprint} ${formatPace(pace)}`;
}
