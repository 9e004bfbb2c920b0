import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS } from './words/page';

/** Copies details for support; where the browser forbids that, shows them marked, to be copied by hand. */
export function CopySupport({ details }: { readonly details: string }) {
  const { tell } = useSidebar();
  const [isByHand, setIsByHand] = useState(false);
  const copy = async () => {
    const isCopied = await copyText(details);
    setIsByHand(!isCopied);
    tell(isCopied ? PAGE_WORDS.copied : PAGE_WORDS.copyByHand);
  };
  return (
    <div class="support">
      <Button look="text" onClick={() => void copy()}>
        {PAGE_WORDS.copy}
      </Button>
      {isByHand && <Details details={details} />}
    </div>
  );
}

function Details({ details }: { readonly details: string }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <div class="field">
      <label for={id}>{PAGE_WORDS.copyLabel}</label>
      <textarea ref={area} id={id} readOnly rows={5} value={details} />
    </div>
  );
}

/**
 * Puts text on the clipboard. False where the browser does not allow it, which is common: the sidebar is a frame
 * of another origin, and Google does not pass the right on in every browser.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
