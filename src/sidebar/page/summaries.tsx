import { useState } from 'preact/hooks';
import type { ReportView } from '../../contract/reports';
import { WEEKDAY_NAMES, writeHour } from '../../contract/schedule';
import type { SidebarState } from '../../contract/sidebar';
import {
  MONTH_DAY_CHOICES,
  SPLIT_LABELS,
  SUMMARY_FIELDS,
  type SummaryForm,
  type SummaryPreview,
  type SummaryView,
} from '../../contract/summaries';
import { EditableList } from './editable-list';
import { Form, usePreview } from './form';
import { checkSummary, summaryFields } from './forms';
import { usePage } from './page-context';
import { Sentence } from './parts';

/** The pages that go out by mail every week or month, and how to add or change one. */
export function Summaries({ state }: { readonly state: SidebarState }) {
  const [id, set] = useState<string | null>(null);
  const { summaries, reports, schedule } = state;
  const isPossible = reports.length > 0;
  return (
    <EditableList
      title="Summary emails"
      kind="summary email"
      none={
        isPossible
          ? 'No summary emails yet. Each is the last complete week or month as one page.'
          : 'No summary emails yet. Add a report first: a summary email shows the rows of a report.'
      }
      // Without a schedule nothing is saved, but a preview and a test show what would go out.
      hint={
        isPossible && schedule.every === 'off'
          ? 'Summary emails go out with the schedule: save one in Settings first.'
          : undefined
      }
      canAdd={isPossible}
      items={summaries}
      form={{ id, set }}
      formFor={(summary) => <SummaryEditor key={id} {...{ summary, state }} close={() => set(null)} />}
      show={(summary) => {
        const { heading, details } = describeSummary(summary, reports);
        const who = summary.to.join(', ') || 'the Chat space';
        return {
          heading,
          body: (
            <>
              <Sentence look="hint" text={details} />
              <Sentence look={summary.isBlocked ? 'trouble' : undefined} text={summary.sentence} />
            </>
          ),
          removal: {
            effect: `It no longer goes to ${who}. The report stays.`,
            call: (call) => call('removeSummary', summary.id),
          },
        };
      }}
    />
  );
}

interface SummaryEditorProps {
  /** The summary email to change; null for a new one. */
  readonly summary: SummaryView | null;
  readonly state: SidebarState;
  readonly close: () => void;
}

/** Asks what to send, to whom and when; shows it and sends a test without saving. */
function SummaryEditor({ summary, state, close }: SummaryEditorProps) {
  const { ask } = usePage();
  const { preview, take, forget } = usePreview<SummaryPreview>();
  const { reports, allowsChat } = state;
  const save = (filled: SummaryForm) =>
    void ask({
      progress: 'Saving the summary email\u2026',
      call: (call) => call('saveSummary', filled),
      next: () => {
        close();
        return null;
      },
    });
  const show = async (filled: SummaryForm) => {
    const outcome = await ask({
      progress: 'Preparing a preview\u2026',
      call: (call) => call('previewSummary', filled),
    });
    return (outcome?.kind === 'done' && outcome.summary) || null;
  };
  const test = (filled: SummaryForm) =>
    void ask({ progress: 'Sending a test\u2026', call: (call) => call('testSummary', filled) });
  return (
    <Form
      title={summary === null ? 'New summary email' : 'Edit summary email'}
      spec={SUMMARY_FIELDS}
      seen={{ reports, allowsChat, hasChat: summary?.hasChat === true }}
      begin={summaryFields(summary, reports)}
      check={(fields) => checkSummary(fields, summary)}
      save="Save summary email"
      onSave={save}
      onCancel={close}
      actions={[
        { label: () => 'Preview', run: (filled) => void take(show(filled)) },
        // It says whom it goes to: the script may not know who is at the keyboard.
        { label: ({ to }) => `Send a test to ${to.split(/[,;\s]+/)[0] || 'the first address'}`, run: test },
      ]}
      onChange={forget}
      below={preview !== null && <SummaryPanel preview={preview} />}
    />
  );
}

/** The text of a summary email: its subject and its parts, one paragraph each. */
function SummaryPanel({ preview: { subject, text } }: { readonly preview: SummaryPreview }) {
  return (
    <div class="preview" translate={false}>
      <h4>Preview</h4>
      <p class="strong">{subject}</p>
      {text.split('\n\n').map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text differ by their place alone.
        <p class="lines" key={place}>
          {part}
        </p>
      ))}
      <p class="hint">Nothing was sent or saved.</p>
    </div>
  );
}

/** A summary email in words: what it shows, when it goes and to whom. */
export function describeSummary(
  { report, every, day, hour, split, to, hasChat }: SummaryView,
  reports: readonly ReportView[],
): { readonly heading: string; readonly details: string } {
  const sheet = reports.find(({ id }) => id === report)?.sheet ?? 'a removed report';
  const on = every === 'week' ? WEEKDAY_NAMES[day - 1] : MONTH_DAY_CHOICES[day - 1]?.label;
  const who = [...(to.length === 0 ? [] : [to.join(', ')]), ...(hasChat ? ['a Chat space'] : [])];
  return {
    heading: `${every === 'week' ? 'Weekly' : 'Monthly'}: ${sheet}`,
    details: [
      `${on}, after ${writeHour(hour)}`,
      SPLIT_LABELS[split].toLowerCase(),
      `to ${who.join(' and ')}`,
    ].join(' \u00b7 '),
  };
}
