/** A refusal of the platform: becomes an `Exception` with this message inside the realm. */
export class HostError extends Error {
  override readonly name = 'HostError';
}
