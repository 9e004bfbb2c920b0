import { dateBy } from '../../support/date-by';
import type { SkipProgress } from '../protocol';
import { byId, element } from './element';
import type { ServerLink } from './server-link';

const TICK_MILLIS = 5_000;

/** The clock of the script's world. */
export interface ClockView {
  /** How far it is ahead of the browser's. */
  aheadMillis(): number;
  /** Shows a time, which goes on running, and how far a skip under way has come. */
  set(nowMillis: number, skipped: SkipProgress | null): void;
  /** The server has gone: no run will end, and none can begin. */
  stop(): void;
}

/** Makes it the clock of the page, shows it in the spreadsheet's time zone, and lets an hour or a day be skipped. */
export function clockView(zone: string, link: ServerLink, onFailed: (error: Error) => void): ClockView {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const buttons = [
    [byId('skip-hour'), 1],
    [byId('skip-day'), 24],
  ] as const;
  let ahead = 0;
  // The grid's NOW() and TODAY() read it.
  const RealDate = Date;
  window.Date = dateBy(() => RealDate.now() + ahead, RealDate);
  const busy = { running: false, asking: false, stopped: false };
  const showBusy = (change: Partial<typeof busy>): void => {
    Object.assign(busy, change);
    const isBusy = Object.values(busy).includes(true);
    for (const [button] of buttons) button.setAttribute('aria-disabled', String(isBusy));
  };
  const show = (): void =>
    byId('now').replaceChildren(format.format(Date.now()), element('span', { class: 'zone' }, ` ${zone}`));
  const set = (nowMillis: number, skipped: SkipProgress | null): void => {
    ahead = nowMillis - RealDate.now();
    show();
    const { done = 0, total = 0 } = skipped ?? {};
    const text = done < total ? `Hour ${done + 1} of ${total}` : '';
    byId('skipped').textContent = text;
    const bar = byId('skipped-bar') as HTMLProgressElement;
    bar.hidden = text === '';
    bar.max = Math.max(1, total);
    bar.value = done;
    showBusy({ running: skipped !== null });
  };
  setInterval(show, TICK_MILLIS);
  for (const [button, hours] of buttons) {
    button.addEventListener('click', async () => {
      if (button.getAttribute('aria-disabled') === 'true') return;
      showBusy({ asking: true });
      await link.post('/clock', { hours }).catch(onFailed);
      showBusy({ asking: false });
    });
  }
  return {
    aheadMillis: () => ahead,
    set,
    stop: () => {
      busy.stopped = true;
      set(Date.now(), null);
    },
  };
}
