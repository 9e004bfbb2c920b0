import type { RunAnswer } from '../protocol';
import { byId, element } from './element';
import { ServerGone, type ServerLink } from './server-link';

type FrameMessage =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly name: string;
      readonly arguments: readonly unknown[];
    }
  | { readonly kind: 'close' }
  | { readonly kind: 'focus' };

/** The sidebar that the script opened. */
export interface SidebarFrame {
  /** Loads the sidebar afresh: opening it again replaces what was there. */
  open(title: string, version: number): void;
  /** Tells the open sidebar that the clock has skipped time. @param isOver Whether the clock goes on as usual from now on. */
  tellTime(isOver: boolean): void;
}

/**
 * Shows it, and passes its calls on to the server.
 *
 * @param aheadMillis How far the script's clock is ahead of the browser's: the sidebar must tell ages by it.
 */
export function sidebarFrame(
  link: ServerLink,
  aheadMillis: () => number,
  focusGrid: () => void,
): SidebarFrame {
  let frame: HTMLIFrameElement | null = null;
  const show = (...children: HTMLIFrameElement[]): void => {
    frame = children[0] ?? null;
    byId('sidebar-frame').replaceChildren(...children);
    byId('sidebar').hidden = frame === null;
    window.dispatchEvent(new Event('resize'));
  };
  const close = (): void => {
    show();
    focusGrid();
  };
  const handle = async (message: FrameMessage, from: Window): Promise<void> => {
    if (message.kind === 'close') close();
    else if (message.kind === 'focus') focusGrid();
    else if (message.kind === 'run') {
      const { id, name } = message;
      const answer = await link
        .postAfterEdits<RunAnswer>('/run', { name, arguments: message.arguments })
        .catch((error: Error): RunAnswer => {
          // What the platform says when it cannot be reached: the sidebar knows what to advise.
          const isGone = error instanceof ServerGone;
          return {
            kind: 'failure',
            message: isGone ? 'NetworkError: Connection failure due to HTTP 0' : error.message,
          };
        });
      from.postMessage({ id, ...answer }, '*');
    }
  };
  window.addEventListener('message', (event: MessageEvent<FrameMessage>) => {
    const own = frame?.contentWindow;
    // A frame without an origin can only be told by its window.
    if (own && event.source === own) void handle(event.data, own);
  });
  byId('close-sidebar').addEventListener('click', close);
  return {
    open: (title, version) => {
      byId('sidebar-title').textContent = title;
      show(
        element('iframe', {
          title,
          sandbox: 'allow-scripts allow-forms allow-modals allow-popups',
          // As Google Sheets does; the frame has no origin that could be named.
          allow: 'clipboard-read *; clipboard-write *',
          src: `/sidebar?version=${version}&ahead=${aheadMillis()}`,
        }),
      );
    },
    tellTime: (isOver) =>
      frame?.contentWindow?.postMessage({ kind: 'clock', aheadMillis: aheadMillis(), isOver }, '*'),
  };
}
