import type { ReportAnswer } from '../../employer-api/report-kind';

/** How far the clock of the service may be ahead of Google's. */
const CLOCK_DIFFERENCE_MILLIS = 600_000;

/**
 * An answer that is no newer than its coming: one that the service dates later counts as made when it came, and has an
 * issue. Otherwise its figures would look new for as long, and win over every newer answer.
 *
 * @param now When it came. Milliseconds since 1970.
 */
export function datedAnswer(answer: ReportAnswer, now: number): ReportAnswer {
  const { generatedAt, issueCount, issues } = answer;
  if (generatedAt === null || Date.parse(generatedAt) <= now + CLOCK_DIFFERENCE_MILLIS) return answer;
  return {
    ...answer,
    generatedAt: new Date(now).toISOString(),
    issueCount: issueCount + 1,
    issues: ['the answer is dated later than it came', ...issues],
  };
}
