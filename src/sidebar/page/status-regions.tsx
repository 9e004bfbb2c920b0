import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Button } from './button';
import type { Notice } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { describeElapsed } from './view';

/**
 * The two live regions. At most one has text; both stay on the page, since a region that is added
 * together with its text is often not read out.
 */
export function StatusRegions({ notice }: { readonly notice: Notice }) {
  const good = notice.kind === 'working' || notice.kind === 'done' ? notice.message : '';
  const bad = notice.kind === 'failed' ? notice.message : '';
  // The regions grow from below and must not cover the button that was just pressed.
  useLayoutEffect(() => {
    if (notice.kind !== 'none') document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  return (
    <div class={`dock ${notice.kind}`}>
      <div role="status" class="status" tabIndex={-1} data-focus="status">
        {good && <p>{good}</p>}
      </div>
      <div role="alert" class="alert">
        {bad && <p>{bad}</p>}
      </div>
      {notice.kind === 'working' && <Elapsed startedAt={notice.startedAt} />}
      {notice.kind === 'working' && notice.canStop && <Cancel />}
    </div>
  );
}

/** Stops the asking for further parts. */
function Cancel() {
  const { stop, focusNext } = useSidebar();
  const cancel = () => {
    stop();
    focusNext('status');
  };
  return (
    <Button look="text" whileBusy onClick={cancel}>
      Cancel
    </Button>
  );
}

/** Outside the live region, which would otherwise be read out every second. */
function Elapsed({ startedAt }: { readonly startedAt: number }) {
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="elapsed" aria-hidden="true">
      {describeElapsed(Math.floor(Math.max(0, now - startedAt) / 1000))}
    </span>
  );
}
