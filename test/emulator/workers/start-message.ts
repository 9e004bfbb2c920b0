import { callStyle, type RunRequest } from '../run-request';
import type { World } from '../world/world';
import type { ClockReading, StartMessage } from './worker-messages';

/** What a thread needs to run a request. */
export function startMessage(world: World, request: RunRequest, clock: ClockReading): StartMessage {
  return {
    task: {
      dist: world.dist,
      isFresh: world.freshRealms,
      functionName: request.functionName,
      style: callStyle(request.kind),
      argumentsText: JSON.stringify(request.args),
    },
    clock,
    seed: world.random.below(2 ** 31),
  };
}
