/** One request as it was sent; a followed redirect is a request of its own. */
export interface SentRequest {
  /** The address that the script used: `https`, not the local port. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly executionId: number;
  readonly sentAt: number;
  /** Status of the answer, or how it failed. */
  readonly outcome: number | 'timeout' | 'unreachable';
}
