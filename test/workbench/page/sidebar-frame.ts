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

/** Shows the sidebar that the script opened, and passes its calls on to the server. */
export class SidebarFrame {
  readonly #link: ServerLink;
  readonly #aheadMillis: () => number;
  readonly #focusGrid: () => void;
  #frame: HTMLIFrameElement | null = null;

  /** @param aheadMillis How far the script's clock is ahead of the browser's: the sidebar must tell ages by it. */
  constructor(link: ServerLink, aheadMillis: () => number, focusGrid: () => void) {
    this.#link = link;
    this.#aheadMillis = aheadMillis;
    this.#focusGrid = focusGrid;
  }

  /** Begins to listen to the frame and to the close button. */
  start(): void {
    window.addEventListener('message', (event: MessageEvent<FrameMessage>) => {
      const frame = this.#frame?.contentWindow;
      // A frame without an origin can only be told by its window.
      if (frame && event.source === frame) void this.#handle(event.data, frame);
    });
    byId('close-sidebar').addEventListener('click', () => this.close());
  }

  /** Loads the sidebar afresh: opening it again replaces what was there. */
  open(title: string, version: number): void {
    const frame = element('iframe', {
      title,
      sandbox: 'allow-scripts allow-forms allow-modals allow-popups',
      // As Google Sheets does; the frame has no origin that could be named.
      allow: 'clipboard-read *; clipboard-write *',
      src: `/sidebar?version=${version}&ahead=${this.#aheadMillis()}`,
    });
    this.#frame = frame;
    byId('sidebar-title').textContent = title;
    byId('sidebar-frame').replaceChildren(frame);
    byId('sidebar').hidden = false;
    window.dispatchEvent(new Event('resize'));
  }

  /** Tells the open sidebar that the clock has skipped time. @param isOver Whether the clock goes on as usual from now on. */
  tellTime(isOver: boolean): void {
    const message = { kind: 'clock', aheadMillis: this.#aheadMillis(), isOver };
    this.#frame?.contentWindow?.postMessage(message, '*');
  }

  /** Takes the sidebar away and returns the keyboard to the grid. */
  close(): void {
    this.#frame = null;
    byId('sidebar-frame').replaceChildren();
    byId('sidebar').hidden = true;
    window.dispatchEvent(new Event('resize'));
    this.#focusGrid();
  }

  async #handle(message: FrameMessage, frame: Window): Promise<void> {
    if (message.kind === 'close') this.close();
    else if (message.kind === 'focus') this.#focusGrid();
    else if (message.kind === 'run') {
      const { id, name } = message;
      const answer = await this.#link
        .postAfterEdits<RunAnswer>('/run', { name, arguments: message.arguments })
        .catch((error: Error): RunAnswer => {
          // What the platform says when it cannot be reached: the sidebar knows what to advise.
          const isGone = error instanceof ServerGone;
          return {
            kind: 'failure',
            message: isGone ? 'NetworkError: Connection failure due to HTTP 0' : error.message,
          };
        });
      frame.postMessage({ id, ...answer }, '*');
    }
  }
}
