import { useId, useState } from 'preact/hooks';
import type { ActivityLine, SidebarState } from '../../contract/sidebar';
import { SelectField } from './fields';
import { Button, Section, Sentence } from './parts';
import { describeEntry, listUndoable } from './report-view';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { ACTIVITY_WORDS, REPORT_WORDS } from './words/reports';

/** What has happened, newest first, and how to take the last refresh back. */
export function ActivitySection({ state }: { readonly state: SidebarState }) {
  return (
    <Section title={ACTIVITY_WORDS.title}>
      <UndoRefresh state={state} />
      {state.activity.length === 0 ? (
        <p class="intro">{ACTIVITY_WORDS.none}</p>
      ) : (
        <RunList label={ACTIVITY_WORDS.title} runs={state.activity} />
      )}
    </Section>
  );
}

interface RunListProps {
  readonly label: string;
  /** Newest first. */
  readonly runs: readonly ActivityLine[];
}

/** What ran, and how it ended. */
export function RunList({ label, runs }: RunListProps) {
  return (
    <ul class="entries" aria-label={label}>
      {runs.map((run) => (
        <Entry key={run.id} entry={run} />
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: ActivityLine }) {
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

/** Puts back the table from before the last refresh: of the sheet refreshed last, unless another is chosen. */
function UndoRefresh({ state }: { readonly state: SidebarState }) {
  const { ask } = useSidebar();
  const hint = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const undoable = listUndoable(state);
  const report = undoable.find(({ id }) => id === chosen) ?? undoable[0];
  const undo = () => {
    if (report === undefined) return;
    void ask(PROGRESS.undoing(report.sheet), (call) => call('undoRefresh', report.id));
  };
  return (
    <div class="undo">
      {report !== undefined && undoable.length > 1 && (
        <SelectField
          label={ACTIVITY_WORDS.undoWhich}
          choices={undoable.map(({ id, sheet }) => ({ value: id, label: sheet }))}
          value={report.id}
          onChange={setChosen}
        />
      )}
      <Button blocked={report === undefined} describedBy={hint} onClick={undo}>
        {ACTIVITY_WORDS.undo}
      </Button>
      <p class="hint" id={hint}>
        {report === undefined ? ACTIVITY_WORDS.nothingToUndo : ACTIVITY_WORDS.undoHint}
      </p>
    </div>
  );
}
