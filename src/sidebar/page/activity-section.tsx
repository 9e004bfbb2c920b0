import type { ActivityEntry, SidebarState } from '../contract';
import { describeEntry } from './activity-view';
import { Section } from './section';
import { Sentence } from './sentence';
import { UndoRefresh } from './undo-refresh';
import { SENTENCES } from './words';

/** What has happened, newest first, and how to take the last refresh back. */
export function ActivitySection({ state }: { readonly state: SidebarState }) {
  return (
    <Section title="Activity">
      <UndoRefresh state={state} />
      {state.activity.length === 0 ? (
        <p class="intro">{SENTENCES.noActivity}</p>
      ) : (
        <ul class="entries" aria-label="Activity">
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
      <p class="strong">{heading}</p>
      <p class="hint">{about}</p>
      <Sentence text={sentence} />
      {reference && <p class="reference">Reference: {reference}</p>}
    </li>
  );
}
