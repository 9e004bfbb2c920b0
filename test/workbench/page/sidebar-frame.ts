import type { RunAnswer } from '../protocol';
import { byId, element } from './element';
import type { ServerLink } from './server-link';

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
  readonly #focusGrid: () => void;
  #frame: HTMLIFrameElement | null = null;

  constructor(link: ServerLink, focusGrid: () => void) {
    this.#link = link;
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
      src: `/sidebar?version=${version}`,
    });
    this.#frame = frame;
    byId('sidebar-title').textContent = title;
    byId('sidebar-frame').replaceChildren(frame);
    byId('sidebar').hidden = false;
    window.dispatchEvent(new Event('resize'));
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
        .catch((error: Error): RunAnswer => ({ kind: 'failure', message: error.message }));
      frame.postMessage({ id, ...answer }, '*');
    }
  }
}
