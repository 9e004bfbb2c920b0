import { useId, useState } from 'preact/hooks';
import type { Explanation } from '../../contract/sidebar';
import { Button } from './button';
import { Section } from './section';
import { Definitions, LocalText } from './sentence';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS, PROGRESS } from './words/page';

/** Says what the selected cell holds and where it comes from. @param canExplain Whether there is anything to explain. */
export function ExplainSection({ canExplain }: { readonly canExplain: boolean }) {
  const { ask } = useSidebar();
  const hint = useId();
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const explain = async () => {
    const outcome = await ask({
      progress: PROGRESS.explaining,
      call: (calls) => calls.sidebarExplainCell(),
    });
    // What was said of another cell must not pass for this one's.
    if (outcome !== null) setExplanation((outcome.kind === 'done' && outcome.explanation) || null);
  };
  if (!canExplain) {
    return (
      <Section title={PAGE_WORDS.explainTitle}>
        <p class="intro">{PAGE_WORDS.nothingToExplain}</p>
      </Section>
    );
  }
  return (
    <Section title={PAGE_WORDS.explainTitle}>
      <p class="intro" id={hint}>
        {PAGE_WORDS.explainHint}
      </p>
      <Button describedBy={hint} onClick={() => void explain()}>
        {PAGE_WORDS.explain}
      </Button>
      {explanation !== null && (
        <div class="explanation">
          <h3>
            <LocalText text={explanation.title} />
          </h3>
          <Definitions
            look="stacked"
            lines={explanation.lines.map(({ label, value }) => [label, value] as const)}
          />
        </div>
      )}
    </Section>
  );
}
