/** The members of an outcome that people read. All others are forms, IDs, words of the contract, cells and files. */
const READ = new Set([
  'message',
  'sentence',
  'found',
  'pause',
  'mailProblem',
  'facts',
  'warnings',
  'title',
  'value',
]);

/** An outcome as people read it: without references of requests, which stand behind *Copy details*. */
export function told<Outcome>(outcome: Outcome): Outcome {
  return rewrite(outcome, false) as Outcome;
}

function rewrite(value: unknown, isRead: boolean): unknown {
  if (typeof value === 'string') return isRead ? withoutReference(value) : value;
  if (Array.isArray(value)) return value.map((one) => rewrite(one, isRead));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewrite(one, READ.has(name))]));
}

function withoutReference(message: string): string {
  return message.replace(/ \(ref [\w-]+\)/g, '').replace(/, ref [\w-]+(?=\))/g, '');
}
