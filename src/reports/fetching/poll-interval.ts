const MILLIS = [250, 400, 600, 900, 1400, 2000];

/**
 * The pause before another look while another execution asks.
 *
 * @param looks How many came before it; the last pause repeats.
 */
export function pollMillis(looks: number): number {
  return MILLIS[Math.min(looks, MILLIS.length - 1)] ?? 0;
}
