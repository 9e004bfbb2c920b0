import { useId, useState } from 'preact/hooks';
import type { Typed } from '../../contract/form';
import { NOTES_FORM } from '../../contract/reports';
import { SCHEDULE_FORM } from '../../contract/schedule';
import type { SidebarState } from '../state-view';
import { Form } from './form';
import { Button, Definitions, Section, Sentence, usePage } from './parts';

/** When reports are refreshed without anyone asking, as whom, and what is wrong with that. */
export function Schedule({ state }: { readonly state: SidebarState }) {
  const { ask, tell } = usePage();
  const takeOverHint = useId();
  const { schedule, timeZone } = state;
  const { every, nextRun, isOwn, runsAs, late, mailProblem } = schedule;
  const [round, setRound] = useState(0);
  const save = async (filled: Typed<typeof SCHEDULE_FORM>) => {
    const outcome = await ask({
      progress: 'Saving the schedule…',
      call: ['saveSchedule', filled],
    });
    if (outcome?.kind === 'failed' && outcome.code === 'changed_meanwhile')
      tell('', { actions: [{ label: 'Show the saved schedule', run: () => setRound(round + 1) }] });
    return outcome;
  };
  const takeOver = () => void ask({ progress: 'Taking over the schedule…', call: ['takeOver'] });
  return (
    <Section title="Schedule">
      {every !== 'off' && (
        <Definitions
          lines={[
            ...(nextRun ? [{ label: 'Next run', value: nextRun }] : []),
            ...(runsAs ? [{ label: 'Account', value: isOwn ? 'yours' : `that of ${runsAs}` }] : []),
          ]}
        />
      )}
      {[late, mailProblem].map(
        (problem) => problem !== null && <Sentence key={problem} look="notice" text={problem} />,
      )}
      {every !== 'off' && (!isOwn || late !== null) && (
        <div class="buttons">
          <Button describedBy={takeOverHint} onClick={takeOver}>
            Take over
          </Button>
          <p class="hint" id={takeOverHint}>
            Refreshes then use your account. Failure emails stop until someone saves an address here again.
          </p>
        </div>
      )}
      <Form<Typed<typeof SCHEDULE_FORM>>
        key={round}
        schema={SCHEDULE_FORM}
        about={() => ({
          hour: { hint: `By the spreadsheet\u2019s clock, ${timeZone}. Google picks the minute.` },
        })}
        begin={schedule}
        save="Save schedule"
        onSave={save}
      />
    </Section>
  );
}

/** For how long notes are kept, and how to take all of them out of the spreadsheet. */
export function Notes({ keptMonths: months }: NonNullable<SidebarState['notes']>) {
  const { ask, askFirst } = usePage();
  const read = async () => {
    const outcome = await ask({ progress: 'Reading all notes…', call: ['exportNotes'] });
    const file = outcome?.kind === 'done' ? outcome.notesFile : undefined;
    if (file === undefined || file.count === 0) return;
    // The mark at its beginning says that the text is UTF-8, which Excel needs.
    const content = new Blob([`\ufeff${file.text}`], { type: 'text/csv' });
    askFirst({
      title: `Delete ${file.count === 1 ? 'the note' : `all ${file.count} notes`}?`,
      what: (
        <>
          <p>They are deleted from the tables and from Shift Reports notes. Save the file first:</p>
          <p>
            <a href={URL.createObjectURL(content)} download={file.name}>
              Save {file.name}
            </a>
          </p>
        </>
      ),
      keep: 'No, keep them',
      confirm: 'Yes, delete notes',
      run: () => void ask({ progress: 'Deleting all notes…', call: ['deleteNotes', file.count] }),
    });
  };
  return (
    <Section title="Notes">
      <p class="intro">Notes may name people. They stay in this spreadsheet.</p>
      <Form
        schema={NOTES_FORM}
        begin={{ months }}
        save="Save setting"
        onSave={(chosen) => ask({ progress: 'Saving the setting…', call: ['keepNotes', chosen.months] })}
      />
      <div class="buttons">
        <Button onClick={() => void read()}>Export and delete all notes</Button>
      </div>
    </Section>
  );
}

/** Leads to the sheet on which people write targets, plans and prices. */
export function Targets({ mistakes }: Pick<SidebarState, 'mistakes'>) {
  const { ask } = usePage();
  const hint = useId();
  const open = () => void ask({ progress: 'Opening your targets…', call: ['setTargets'] });
  return (
    <Section title="Targets">
      <p class="intro" id={hint}>
        {mistakes.length > 0
          ? 'On the targets sheet, a line with a cell that can’t be read doesn’t count until that is mended:'
          : 'Type targets, weekly plans, hourly rates and credits on their own sheet, one line each. Every refresh reads it.'}
      </p>
      {mistakes.length > 0 && (
        <ul class="entries bad" aria-label="To be mended on the targets sheet" translate={false}>
          {mistakes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div class="buttons">
        <Button describedBy={hint} onClick={open}>
          Set targets
        </Button>
      </div>
    </Section>
  );
}
