import { useState } from 'preact/hooks';
import { addressesIn, labelOf, type Typed } from '../../contract/form';
import { HOURS, NO_SCHEDULE, WEEKDAYS } from '../../contract/schedule';
import { SAVED_SUMMARY_FORM, SPLITS, SUMMARY_FORM } from '../../contract/summaries';
import type { SidebarState, SummaryView } from '../state-view';
import { EditableList } from './editable-list';
import { Form, reportChoices } from './form';
import { Sentence, usePage } from './parts';

/** The pages that go out by mail every week or month, and how to add or change one. */
export function Summaries({ state }: { readonly state: SidebarState }) {
  const [id, set] = useState<string | null>(null);
  const { summaries, reports } = state;
  return (
    <EditableList
      title="Summary emails"
      kind="summary email"
      none="No summary emails yet. Each shows the last complete week or month of a report as one page."
      canAdd={reports.length > 0}
      items={summaries}
      form={{ id, set }}
      formFor={(summary) => <SummaryEditor key={id} {...{ summary, state }} close={() => set(null)} />}
      show={(summary) => {
        const { every, day, hour, split, to, keepsChat } = summary;
        const who = [...(to === '' ? [] : [to]), ...(keepsChat ? ['a Chat space'] : [])];
        const on = every === 'week' ? labelOf(WEEKDAYS, day) : `Day ${day} of the month`;
        const pages = labelOf(SPLITS, split);
        const what = `${on}, after ${labelOf(HOURS, hour)} · ${pages.toLowerCase()}`;
        const sheet = reports.find((one) => one.id === summary.report)?.sheet ?? 'a removed report';
        return {
          name: `${every === 'week' ? 'Weekly' : 'Monthly'}: ${sheet}`,
          body: (
            <>
              <Sentence look="hint" text={what} />
              <Sentence look="hint" text={`To ${who.join(' and ')}`} />
              <Sentence look={summary.isBlocked ? 'bad' : undefined} text={summary.sentence} />
            </>
          ),
          removal: {
            effect: `It no longer goes to ${to || 'the Chat space'}. The report stays.`,
            call: ['removeSummary', summary.id],
          },
        };
      }}
    />
  );
}

const NEW_SUMMARY: Typed<typeof SUMMARY_FORM> = {
  ...{ id: null, report: '', to: '', chat: '', keepsChat: false },
  ...{ every: 'week', day: 1, hour: 6, split: 'all' },
};

interface SummaryEditorProps {
  /** The summary email to change; null for a new one. */
  readonly summary: SummaryView | null;
  readonly state: SidebarState;
  readonly close: () => void;
}

/** Asks what to send, to whom and when; shows it and sends a test without saving. */
function SummaryEditor({ summary, state, close }: SummaryEditorProps) {
  const { ask } = usePage();
  const { reports, allowsChat, schedule, connection } = state;
  const isOff = schedule.every === 'off' && !connection?.isSample;
  const save = async (filled: Typed<typeof SUMMARY_FORM>) => {
    const outcome = await ask({ progress: 'Saving the summary email…', call: ['saveSummary', filled] });
    // Its card says when it goes, and what keeps it.
    if (outcome?.kind === 'done') close();
    return outcome;
  };
  const preview = async (filled: Typed<typeof SUMMARY_FORM>) => {
    const outcome = await ask({
      progress: 'Preparing a preview…',
      call: ['previewSummary', filled],
    });
    return (
      outcome?.kind === 'done' &&
      outcome.summary && (
        <div class="made" translate={false}>
          <h4>Preview</h4>
          <p class="strong">{outcome.summary.subject}</p>
          <p class="lines">{outcome.summary.text}</p>
        </div>
      )
    );
  };
  const test = async (filled: Typed<typeof SUMMARY_FORM>) => {
    await ask({ progress: 'Sending a test…', call: ['testSummary', filled] });
    return null;
  };
  return (
    <Form<Typed<typeof SUMMARY_FORM> & { readonly allowsChat: boolean; readonly hasChat: boolean }>
      title={summary === null ? 'New summary email' : 'Edit summary email'}
      schema={SUMMARY_FORM}
      saves={SAVED_SUMMARY_FORM}
      about={({ every }) => ({
        report: { choices: reportChoices(reports) },
        ...(every === 'week' && { day: { choices: WEEKDAYS } }),
        ...(isOff && { hour: { hint: NO_SCHEDULE } }),
      })}
      begin={{
        ...(summary ?? { ...NEW_SUMMARY, report: reports[0]?.id ?? '' }),
        allowsChat,
        hasChat: summary?.keepsChat === true,
      }}
      save="Save summary email"
      onSave={save}
      onCancel={close}
      actions={[
        { label: () => 'Preview', run: preview },
        {
          // It says whom it goes to: the script may not know who is at the keyboard.
          label: ({ to }) => `Send a test to ${addressesIn(to)[0] ?? 'the first address'}`,
          run: test,
        },
      ]}
    />
  );
}
