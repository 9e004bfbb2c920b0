import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { SCHEDULE_FIELDS, type ScheduleForm } from '../../contract/schedule';
import {
  KEPT_MONTHS,
  type KeptMonths,
  type NotesFile,
  type NotesView,
  type SidebarState,
} from '../../contract/sidebar';
import { Field, Form, List } from './form';
import { checkSchedule } from './forms';
import { usePage } from './page-context';
import { Button, Definitions, Dialog, Section, Sentence } from './parts';

/** When reports are refreshed without anyone asking, as whom, and what is wrong with that. */
export function Schedule({ state }: { readonly state: SidebarState }) {
  const { ask, add } = usePage();
  const { schedule, timeZone } = state;
  const { every, hour, weekday, mailTo, nextRun, isOwn, late, mailProblem } = schedule;
  const runsAs = isOwn ? 'you' : schedule.runsAs;
  // Once someone has typed, what others save meanwhile does not replace it: saving is refused then.
  const [held, hold] = useState<number | null>(null);
  const [round, setRound] = useState(0);
  const begin = () => {
    hold(null);
    setRound(round + 1);
  };
  const save = async (filled: ScheduleForm) => {
    const outcome = await ask({
      progress: 'Saving the schedule\u2026',
      call: (call) => call('saveSchedule', filled),
    });
    if (outcome?.kind === 'done') begin();
    if (outcome?.kind === 'failed' && outcome.code === 'changed_meanwhile')
      add('', [{ label: 'Show the saved schedule', run: begin }]);
  };
  return (
    <Section title="Schedule">
      {every !== 'off' && (
        <Definitions
          look="status-lines"
          lines={[
            ...(nextRun ? [{ label: 'Next run', value: nextRun }] : []),
            ...(runsAs ? [{ label: 'Runs as', value: runsAs }] : []),
          ]}
        />
      )}
      {[late, mailProblem].map(
        (problem) => problem !== null && <Sentence key={problem} look="notice" text={problem} />,
      )}
      {every !== 'off' && (!isOwn || late !== null) && <TakeOver onDone={begin} />}
      <Form
        key={`${round} ${held ?? schedule.revision}`}
        spec={SCHEDULE_FIELDS}
        seen={{ timeZone }}
        begin={{ every, hour, weekday, email: mailTo, revision: schedule.revision }}
        check={(fields) => checkSchedule(fields, schedule)}
        save="Save schedule"
        onSave={(filled) => void save(filled)}
        onChange={() => hold(held ?? schedule.revision)}
      />
    </Section>
  );
}

function TakeOver({ onDone }: { readonly onDone: () => void }) {
  const { ask } = usePage();
  const hint = useId();
  const takeOver = async () => {
    const outcome = await ask({
      progress: 'Taking over the schedule\u2026',
      call: (call) => call('takeOver'),
    });
    if (outcome?.kind === 'done') onDone();
  };
  return (
    <div class="buttons field">
      <Button describedBy={hint} onClick={() => void takeOver()}>
        Take over
      </Button>
      <p class="hint" id={hint}>
        Refreshes then run as you. Failure emails stop until someone saves an address here again.
      </p>
    </div>
  );
}

const MONTH_LABELS: Readonly<Record<KeptMonths, string>> = { 0: 'Never', 13: '13 months', 25: '25 months' };

/** For how long notes are kept, and how to take all of them out of the spreadsheet. */
export function Notes({ notes }: { readonly notes: NotesView }) {
  const { ask } = usePage();
  const [months, setMonths] = useState<unknown>(notes.keptMonths);
  const [file, setFile] = useState<NotesFile | null>(null);
  const keep = () =>
    void ask({
      progress: 'Saving the setting\u2026',
      call: (call) => call('keepNotes', months as KeptMonths),
    });
  const read = async () => {
    const outcome = await ask({ progress: 'Reading all notes\u2026', call: (call) => call('exportNotes') });
    const found = outcome?.kind === 'done' ? outcome.notesFile : undefined;
    if (found !== undefined && found.count > 0) setFile(found);
  };
  const remove = (count: number) =>
    void ask({ progress: 'Deleting all notes\u2026', call: (call) => call('deleteNotes', count) });
  return (
    <Section title="Notes">
      <p class="intro">Notes may name people. They stay in this spreadsheet.</p>
      <Field label="Delete notes older than" hint="By the day of the shift, when its report is refreshed.">
        {(control) => (
          <List
            control={control}
            choices={KEPT_MONTHS.map((count) => ({ value: count, label: MONTH_LABELS[count] }))}
            value={months}
            onChange={setMonths}
          />
        )}
      </Field>
      <div class="buttons">
        <Button onClick={keep}>Save setting</Button>
        <Button look="text" onClick={() => void read()}>
          Export and delete all notes
        </Button>
      </div>
      {file !== null && (
        <Dialog
          title={`Delete ${file.count === 1 ? 'the note' : `all ${file.count} notes`}?`}
          keep="No, keep them"
          confirm="Yes, delete notes"
          onConfirm={() => remove(file.count)}
          onClose={() => setFile(null)}
        >
          <p>They are deleted from the tables and from Shift Reports notes. Save the file first:</p>
          <FileLink file={file} />
        </Dialog>
      )}
    </Section>
  );
}

/** A link that saves the notes. The mark at its beginning says that the text is UTF-8, which Excel needs. */
function FileLink({ file }: { readonly file: NotesFile }) {
  const address = useMemo(
    () => URL.createObjectURL(new Blob([`\ufeff${file.text}`], { type: 'text/csv' })),
    [file],
  );
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <p>
      <a href={address} download={file.name}>
        Save {file.name}
      </a>
    </p>
  );
}

/** Leads to the sheet on which people write targets, plans and prices. */
export function Targets() {
  const { ask } = usePage();
  const hint = useId();
  return (
    <Section title="Targets">
      <p class="intro" id={hint}>
        Type targets, weekly plans, hourly rates and credits on their own sheet, one line each. Every refresh
        reads it.
      </p>
      <Button
        describedBy={hint}
        onClick={() =>
          void ask({ progress: 'Opening your targets\u2026', call: (call) => call('setTargets') })
        }
      >
        Set targets
      </Button>
    </Section>
  );
}
