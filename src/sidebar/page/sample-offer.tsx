import { useId } from 'preact/hooks';
import type { Region, SidebarState } from '../contract';
import { Button } from './button';
import { useSampleStart } from './use-sample-start';
import { CONNECTION_WORDS } from './words/connection';

interface SampleOfferProps {
  readonly state: SidebarState;
  readonly region: Region;
}

/** The way in without credentials: one press to a dashboard of made-up figures. */
export function SampleOffer({ state, region }: SampleOfferProps) {
  const hint = useId();
  const start = useSampleStart(state);
  return (
    <div class="offer">
      <h3>{CONNECTION_WORDS.sampleTitle}</h3>
      <p id={hint}>{CONNECTION_WORDS.sampleHint}</p>
      <div class="buttons">
        <Button look="primary" describedBy={hint} onClick={() => start(region)}>
          {CONNECTION_WORDS.useSample}
        </Button>
      </div>
    </div>
  );
}
