import type { CheckLine } from '../../contract/connection';
import { CopySupport } from './copy-support';
import { Sentence } from './sentence';
import { CHECK_STATES, CONNECTION_WORDS } from './words/connection';

interface CheckListProps {
  readonly checks: readonly CheckLine[];
  /** What `Copy details for support` copies; without it there is no button. */
  readonly support: string | undefined;
}

/** What a check looked at, and what it found. */
export function CheckList({ checks, support }: CheckListProps) {
  return (
    <div class="checks">
      <ul class="entries" aria-label={CONNECTION_WORDS.checks}>
        {checks.map((check, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order; their names are the script's.
          <Check key={place} check={check} />
        ))}
      </ul>
      {support !== undefined && <CopySupport details={support} />}
    </div>
  );
}

function Check({ check: { name, state, sentence } }: { readonly check: CheckLine }) {
  const { sign, word } = CHECK_STATES[state];
  return (
    <li class={`check ${state}`}>
      <p class="check-heading">
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{' '}
        <span class="strong">{name}</span> <span class="check-state">{word}</span>
      </p>
      {sentence !== '' && <Sentence look="check-said" text={sentence} />}
    </li>
  );
}
