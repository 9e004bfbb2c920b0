import { byId, element } from './element';
import type { ServerLink } from './server-link';

const TICK_MILLIS = 5_000;

/** Shows the clock of the script's world, in the spreadsheet's time zone, and lets one push it forward. */
export class ClockView {
  readonly #zone: string;
  readonly #format: Intl.DateTimeFormat;
  #aheadMillis = 0;

  constructor(zone: string) {
    this.#zone = zone;
    this.#format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  }

  /** Shows a time, which goes on running. */
  set(nowMillis: number): void {
    this.#aheadMillis = nowMillis - Date.now();
    this.#show();
  }

  /** Begins to tick and to listen to the two buttons. */
  start(link: ServerLink, onFailed: (message: string) => void): void {
    setInterval(() => this.#show(), TICK_MILLIS);
    const push = (button: HTMLElement, hours: number): void => {
      button.addEventListener('click', async () => {
        if (button.getAttribute('aria-disabled') === 'true') return;
        button.setAttribute('aria-disabled', 'true');
        await link.post('/clock', { hours }).catch((error: Error) => onFailed(error.message));
        button.removeAttribute('aria-disabled');
      });
    };
    push(byId('push-hour'), 1);
    push(byId('push-day'), 24);
  }

  #show(): void {
    const text = this.#format.format(Date.now() + this.#aheadMillis);
    byId('now').replaceChildren(element('strong', {}, text), ` ${this.#zone}`);
  }
}
