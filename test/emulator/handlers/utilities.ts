import type { HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { LONGEST_SLEEP_MILLIS } from '../limits';
import { after } from '../waits';

/** The one method of Utilities that has an effect; the others are computed without a service call. */
export const utilitiesHandlers: HostHandlers = {
  'Utilities.sleep': ({ execution }, _target: null, millis: number) => {
    if (millis > LONGEST_SLEEP_MILLIS) throw new HostError(`sleep time too long: ${millis}`);
    const { clock } = execution.world;
    const before = clock.now();
    return after(execution.pause(Math.max(0, millis)), () => {
      execution.record.sleptMillis += clock.now() - before;
      return null;
    });
  },
};
