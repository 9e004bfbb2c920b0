import { dateBy } from '../../support/date-by';

/**
 * `google.script` for the sidebar's page, put in front of everything else in it.
 *
 * The frame has no origin and no network: each call is posted to the page around it, which asks the server.
 */
type Handler = (value: unknown, userObject?: unknown) => void;

interface Answer {
  readonly id: number;
  readonly kind: 'success' | 'failure';
  readonly value?: unknown;
  readonly message?: string;
}

interface Waiting {
  readonly onSuccess: Handler | undefined;
  readonly onFailure: Handler | undefined;
  readonly userObject: unknown;
}

const waiting = new Map<number, Waiting>();
let lastId = 0;

/** How far the script's clock is ahead of the browser's. */
interface ClockMessage {
  readonly kind: 'clock';
  readonly aheadMillis: number;
  readonly isOver: boolean;
}

/** The page around this one gives the number, and the server puts it in front of this script. */
let aheadMillis = (window as unknown as { readonly clockAheadMillis?: number }).clockAheadMillis ?? 0;

const RealDate = Date;
window.Date = dateBy(() => RealDate.now() + aheadMillis, RealDate);

/** A new runner for each `with…`, as the platform's: a stored runner keeps its own handlers. */
function runner(handlers: Waiting): unknown {
  return new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (name === 'withSuccessHandler') return (onSuccess: Handler) => runner({ ...handlers, onSuccess });
        if (name === 'withFailureHandler') return (onFailure: Handler) => runner({ ...handlers, onFailure });
        if (name === 'withUserObject') return (userObject: unknown) => runner({ ...handlers, userObject });
        return (...args: unknown[]) => call(name, args, handlers);
      },
    },
  );
}

function call(name: string, args: readonly unknown[], handlers: Waiting): void {
  for (const argument of args) refuseWhatCannotCross(argument, new Set());
  const id = ++lastId;
  waiting.set(id, handlers);
  tellPage({ kind: 'run', id, name, arguments: JSON.parse(JSON.stringify(args)) });
}

/** A date, a function, an element or a cycle makes the call fail. */
function refuseWhatCannotCross(value: unknown, above: Set<unknown>): void {
  if (typeof value === 'function' || value instanceof Date || value instanceof Node || above.has(value)) {
    throw new TypeError('Failed due to illegal value in property.');
  }
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) refuseWhatCannotCross(member, new Set(above).add(value));
}

function tellPage(message: object): void {
  window.parent.postMessage(message, '*');
}

window.addEventListener('message', (event: MessageEvent<Answer | ClockMessage>) => {
  if (event.source !== window.parent) return;
  if (event.data.kind === 'clock') {
    aheadMillis = event.data.aheadMillis;
    // The minute after which an open sidebar looks again has passed as well.
    if (event.data.isOver) window.dispatchEvent(new Event('focus'));
    return;
  }
  const handlers = waiting.get(event.data.id);
  if (handlers === undefined) return;
  waiting.delete(event.data.id);
  if (event.data.kind === 'success') handlers.onSuccess?.(event.data.value, handlers.userObject);
  else if (handlers.onFailure) handlers.onFailure(new Error(event.data.message), handlers.userObject);
  else console.error(event.data.message);
});

Object.assign(window, {
  google: {
    script: {
      run: runner({ onSuccess: undefined, onFailure: undefined, userObject: undefined }),
      host: {
        close: () => tellPage({ kind: 'close' }),
        editor: { focus: () => tellPage({ kind: 'focus' }) },
      },
    },
  },
});
