import type { Clock } from '../employer-api/ports';

/** The platform's time and chance: the one place that asks for them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (millis) => Utilities.sleep(Math.max(0, Math.round(millis))),
  random: () => Math.random(),
};
