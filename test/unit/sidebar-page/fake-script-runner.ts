import type { createScriptCalls } from '../../../src/sidebar/page/call-script';

type CallSurroundings = Parameters<typeof createScriptCalls>[0];

type ScriptRunner = ReturnType<Parameters<typeof createScriptCalls>[0]['runner']>;

type Handler = (value: unknown) => void;

/**
 * `google.script.run` for one page: keeps every call until the test answers it.
 *
 * Like the platform's, it hands out a new runner for each handler, so that two calls under way do not
 * share one, and its timer never runs by itself.
 */
export class FakeScriptRunner {
  readonly calls: { name: string; args: unknown[]; succeed: Handler; fail: Handler }[] = [];
  /** The waits begun; `fire` lets one pass. */
  readonly timers: { millis: number; fire: () => void; stopped: boolean }[] = [];

  readonly surroundings: CallSurroundings = {
    runner: () => this.runner(ignore, ignore),
    after: (millis, fire) => {
      const timer = { millis, fire, stopped: false };
      this.timers.push(timer);
      return () => {
        timer.stopped = true;
      };
    },
  };

  private runner(succeed: Handler, fail: Handler): ScriptRunner {
    return {
      withSuccessHandler: (handler: Handler) => this.runner(handler, fail),
      withFailureHandler: (handler: Handler) => this.runner(succeed, handler),
      sidebarCall: (...args: unknown[]) => void this.calls.push({ name: 'sidebarCall', args, succeed, fail }),
    };
  }
}

function ignore(): void {}
