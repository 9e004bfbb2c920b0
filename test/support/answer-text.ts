/** The day of the records made here. */
export const ANSWER_DAY = '2026-03-02';

/**
 * The text of a shift fulfilment answer for the days that are asked for, of one employer, its records given as JSON text.
 *
 * @param changes Members of the whole answer, as JSON text each; an empty text leaves the member out.
 */
export function answerText(
  employerId: number,
  records: readonly string[],
  changes: Readonly<Record<string, string>> = {},
): string {
  const members = {
    request: JSON.stringify({
      employer_id: employerId,
      deployment_code: 'UK',
      from_date: '{from}',
      to_date: '{to}',
    }),
    report: `{"shifts":[${records.join(',')}]}`,
    metadata: JSON.stringify({ employer_id: employerId, generated_at: '2026-03-10T08:59:58Z' }),
    ...changes,
  };
  const parts = Object.entries(members).filter(([, text]) => text !== '');
  return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
