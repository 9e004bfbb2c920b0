import { useId, useState } from 'preact/hooks';
import type { SidebarState } from '../contract';
import { listUndoable } from './activity-view';
import { Button } from './button';
import { SelectField } from './select-field';
import { useSidebar } from './use-sidebar';
import { ACTIVITY_WORDS } from './words/activity';
import { PROGRESS } from './words/page';

/** Puts back the table from before the last refresh: of the sheet refreshed last, unless another is chosen. */
export function UndoRefresh({ state }: { readonly state: SidebarState }) {
  const { ask } = useSidebar();
  const hint = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const undoable = listUndoable(state);
  const report = undoable.find(({ id }) => id === chosen) ?? undoable[0];
  const undo = () => {
    if (report === undefined) return;
    void ask({
      progress: PROGRESS.undoing(report.sheet),
      call: (calls) => calls.sidebarUndoRefresh(report.id),
    });
  };
  return (
    <div class="undo">
      {undoable.length > 1 && (
        <SelectField
          label={ACTIVITY_WORDS.undoWhich}
          choices={undoable.map(({ id, sheet }) => ({ value: id, label: sheet }))}
          value={report?.id ?? ''}
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
