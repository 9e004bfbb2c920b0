import { useId } from 'preact/hooks';
import { Button } from './button';
import { Section } from './section';
import { useSidebar } from './use-sidebar';
import { TARGET_WORDS } from './words/dashboards';
import { PROGRESS } from './words/page';

/** Leads to the sheet on which people write targets, plans and prices. */
export function TargetsSection() {
  const { ask } = useSidebar();
  const hint = useId();
  const set = () =>
    void ask({ progress: PROGRESS.settingTargets, call: (calls) => calls.sidebarSetTargets() });
  return (
    <Section title={TARGET_WORDS.title}>
      <p class="intro" id={hint}>
        {TARGET_WORDS.hint}
      </p>
      <Button describedBy={hint} onClick={set}>
        {TARGET_WORDS.set}
      </Button>
    </Section>
  );
}
