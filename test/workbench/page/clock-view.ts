import type { SkipProgress } from '../protocol';
import { byId, element } from './element';
import type { ServerLink } from './server-link';

const TICK_MILLIS = 5_000;

/** Shows the clock of the script's world, in the spreadsheet's time zone, and skips an hour or a day. */
export class ClockView {
  readonly #zone: string;
  readonly #format: Intl.DateTimeFormat;
  #aheadMillis = 0;
  #isRunning = false;
  #isAsking = false;
  #isStopped = false;

  constructor(zone: string) {
    this.#zone = zone;
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
  }

  /** How far the script's clock is ahead of the browser's. */
  get aheadMillis(): number {
    return this.#aheadMillis;
  }

  /** Shows a time, which goes on running, and how far a skip under way has come. */
  set(nowMillis: number, runs: SkipProgress | null): void {
    this.#aheadMillis = nowMillis - Date.now();
    this.#isRunning = runs !== null;
    this.#show();
    this.#showRuns(runs);
    this.#showButtons();
  }

  /** Begins to tick and to listen to the two buttons. */
  start(link: ServerLink, onFailed: (error: Error) => void): void {
    setInterval(() => this.#show(), TICK_MILLIS);
    for (const [button, hours] of this.#buttons()) {
      button.addEventListener('click', async () => {
        if (button.getAttribute('aria-disabled') === 'true') return;
        this.#isAsking = true;
        this.#showButtons();
        await link.post('/clock', { hours }).catch(onFailed);
        this.#isAsking = false;
        this.#showButtons();
      });
    }
  }

  /** The server has gone: no run will end, and none can begin. */
  stop(): void {
    this.#isStopped = true;
    this.set(Date.now() + this.#aheadMillis, null);
  }

  #buttons(): readonly (readonly [HTMLElement, number])[] {
    return [
      [byId('skip-hour'), 1],
      [byId('skip-day'), 24],
    ];
  }

  #showButtons(): void {
    const isBusy = this.#isAsking || this.#isRunning || this.#isStopped;
    for (const [button] of this.#buttons()) button.setAttribute('aria-disabled', String(isBusy));
  }

  #showRuns(runs: SkipProgress | null): void {
    const { done = 0, total = 0 } = runs ?? {};
    const text = done < total ? `Scheduled run ${done + 1} of ${total}` : '';
    byId('runs').textContent = text;
    const bar = byId('runs-bar') as HTMLProgressElement;
    bar.hidden = text === '';
    bar.max = Math.max(1, total);
    bar.value = done;
  }

  #show(): void {
    const text = this.#format.format(Date.now() + this.#aheadMillis);
    byId('now').replaceChildren(text, element('span', { class: 'zone' }, ` ${this.#zone}`));
  }
}
