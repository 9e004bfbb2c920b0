import { useEffect, useMemo, useState } from 'preact/hooks';
import { KEPT_MONTHS, type KeptMonths, type NotesFile, type NotesView } from '../../contract/sidebar';
import { Button } from './button';
import { SelectField } from './fields';
import { Question } from './question';
import { Section } from './section';
import { useSidebar } from './use-sidebar';
import { NOTES_WORDS } from './words/notes';
import { PROGRESS } from './words/page';

/** For how long notes are kept, and how to take all of them out of the spreadsheet. */
export function NotesSection({ notes }: { readonly notes: NotesView }) {
  return (
    <Section title={NOTES_WORDS.title}>
      <p class="intro">{NOTES_WORDS.intro}</p>
      <KeepNotes key={notes.keptMonths} notes={notes} />
      <ExportNotes />
    </Section>
  );
}

function KeepNotes({ notes }: { readonly notes: NotesView }) {
  const { ask, focusNext } = useSidebar();
  const [months, setMonths] = useState<KeptMonths>(notes.keptMonths);
  const save = async () => {
    const outcome = await ask({
      progress: PROGRESS.keepingNotes,
      call: (calls) => calls.sidebarKeepNotes(months),
    });
    if (outcome?.kind === 'done') focusNext('save-notes');
  };
  return (
    <>
      <SelectField
        label={NOTES_WORDS.keep}
        hint={NOTES_WORDS.keepHint}
        choices={KEPT_MONTHS.map((count) => ({ value: String(count), label: NOTES_WORDS.months[count] }))}
        value={String(months)}
        onChange={(value) => setMonths(Number(value) as KeptMonths)}
      />
      <div class="buttons">
        <Button focusName="save-notes" onClick={() => void save()}>
          {NOTES_WORDS.save}
        </Button>
      </div>
    </>
  );
}

const OPENER = 'export-notes';
const KEEP = `keep ${OPENER}`;

/** Reads all notes, shows them as a file to save, and deletes them once the person says so. */
function ExportNotes() {
  const { ask, focusNext } = useSidebar();
  const [file, setFile] = useState<NotesFile | null>(null);
  const close = () => {
    setFile(null);
    focusNext(OPENER);
  };
  const read = async () => {
    const outcome = await ask({
      progress: PROGRESS.readingNotes,
      call: (calls) => calls.sidebarExportNotes(),
    });
    const found = outcome?.kind === 'done' ? outcome.notesFile : undefined;
    if (found === undefined || found.count === 0) return;
    setFile(found);
    focusNext(KEEP);
  };
  const remove = async (count: number) => {
    await ask({ progress: PROGRESS.deletingNotes, call: (calls) => calls.sidebarDeleteNotes(count) });
    close();
  };
  if (file !== null) {
    return (
      <Question
        title={NOTES_WORDS.question(file.count)}
        keep={NOTES_WORDS.keepNotes}
        confirm={NOTES_WORDS.confirm}
        focusName={KEEP}
        onKeep={close}
        onConfirm={() => void remove(file.count)}
      >
        <p>{NOTES_WORDS.effect}</p>
        <FileLink file={file} />
      </Question>
    );
  }
  return (
    <div class="buttons field">
      <Button focusName={OPENER} describedBy="export-notes-hint" onClick={() => void read()}>
        {NOTES_WORDS.exportAll}
      </Button>
      <p class="hint" id="export-notes-hint">
        {NOTES_WORDS.exportHint}
      </p>
    </div>
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
        {NOTES_WORDS.file(file.name)}
      </a>
    </p>
  );
}
