import type { ActivityEntry, SidebarState } from '../contract';
import { describeEntry } from './activity-view';
import { Section } from './section';
import { Sentence } from './sentence';
import { UndoRefresh } from './undo-refresh';
import { ACTIVITY_WORDS } from './words/activity';
import { REPORT_WORDS } from './words/reports';

/** What has happened, newest first, and how to take the last refresh back. */
export function ActivitySection({ state }: { readonly state: SidebarState }) {
  return (
    <Section title={ACTIVITY_WORDS.title}>
      <UndoRefresh state={state} />
      {state.activity.length === 0 ? (
        <p class="intro">{ACTIVITY_WORDS.none}</p>
      ) : (
        <ul class="entries" aria-label={ACTIVITY_WORDS.title}>
          {state.activity.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Entry({ entry }: { readonly entry: ActivityEntry }) {
  const { tone, heading, about, sentence, reference } = describeEntry(entry);
  return (
    <li class={`run ${tone}`}>
      <Sentence look="strong" text={heading} />
      <p class="hint">{about}</p>
      <Sentence text={sentence} />
      {reference && <p class="reference">{REPORT_WORDS.reference(reference)}</p>}
    </li>
  );
}
