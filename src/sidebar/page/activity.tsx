import type { ActivityLine, SidebarState } from '../../contract/sidebar';
import { Section, Sentence } from './parts';

/** How a run ended: its colour and its word. */
const OUTCOMES = {
  running: ['busy', 'Running'],
  refreshed: ['good', 'Refreshed'],
  held: ['', 'Waiting for you'],
  unfinished: ['', 'Not finished'],
  failed: ['bad', 'Failed'],
  lost: ['bad', 'Ended by Google'],
  undone: ['good', 'Undid last change'],
} as const;

/** What began a run. */
export const BEGUN: Readonly<Record<ActivityLine['by'], string>> = {
  sidebar: 'from the sidebar',
  menu: 'from the menu',
  schedule: 'by the schedule',
};

/** What has happened, newest first. */
export function Activity({ state }: { readonly state: SidebarState }) {
  return (
    <Section title="Activity">
      {state.activity.length === 0 ? (
        <p class="intro">No runs yet. Each refresh is listed here.</p>
      ) : (
        <RunList label="Activity" runs={state.activity} />
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
    <ul class="entries" aria-label={label} translate={false}>
      {runs.map(({ id, outcome, at, reports, by, sentence }) => (
        <li key={id}>
          <Sentence look={`strong ${OUTCOMES[outcome][0]}`} text={`${OUTCOMES[outcome][1]} ${at}`} />
          <Sentence look="hint" text={[...reports, BEGUN[by]].join(', ')} />
          <Sentence text={sentence} />
        </li>
      ))}
    </ul>
  );
}
