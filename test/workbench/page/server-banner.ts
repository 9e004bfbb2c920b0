import { byId, element } from './element';

const STOPPED = 'The local server has stopped. Start it again; what you typed here is lost.';
const REPLACED =
  'The local server has been started again, with a new spreadsheet. Copy what you still need from this page, then press Reload.';
const INTERRUPTED =
  'The connection to the local server was interrupted. Press Reload to see the spreadsheet as the server has it, without what you typed since.';

/**
 * Says above the grid that the server is not there, without taking the keyboard from what is being typed.
 *
 * Nothing is sent again once the server is back: a new one has another spreadsheet, and the same one has gone on without
 * this page.
 */
export class ServerBanner {
  readonly #isLosing: () => boolean;

  /** @param isLosing Whether loading the page again would lose something that a person typed. */
  constructor(isLosing: () => boolean) {
    this.#isLosing = isLosing;
  }

  /** The server does not answer any more. */
  gone(): void {
    this.#show(STOPPED, false);
  }

  /** A server answers again. @param isSame Whether it is the one that this page began with. */
  back(isSame: boolean): void {
    if (isSame && !this.#isLosing()) location.reload();
    else this.#show(isSame ? INTERRUPTED : REPLACED, true);
  }

  #show(text: string, canReload: boolean): void {
    const reload = element('button', { type: 'button', class: 'button' }, 'Reload');
    reload.addEventListener('click', () => location.reload());
    byId('server-banner').replaceChildren(element('p', {}, text), ...(canReload ? [reload] : []));
    byId('server-banner').hidden = false;
    window.dispatchEvent(new Event('resize'));
  }
}
