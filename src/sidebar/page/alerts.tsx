import { useState } from 'preact/hooks';
import {
  ALERT_FORM,
  ALERT_MEASURES,
  ALERT_SCOPES,
  type AlertFields,
  isBetterLow,
  STRICTNESSES,
} from '../../contract/alerts';
import { labelOf } from '../../contract/form';
import type { SidebarState } from '../state-view';
import { EditableList } from './editable-list';
import { Form, reportChoices } from './form';
import { Sentence, usePage } from './parts';
import { refreshStep } from './reports';

/** How an alert stands: its colour, a sign for the eye, and the word for it. */
const ALERT_STATES = {
  open: ['bad', '!', 'Open'],
  quiet: ['good', '✓', 'Quiet'],
  waiting: ['quiet', '–', 'Not judged yet'],
} as const;

const NEW_ALERT: AlertFields = {
  id: null,
  report: '',
  measure: 'true_fulfilment_percentage',
  scope: 'venue',
  target: '90',
  strictness: 'likely_real',
  to: '',
};

/** What is watched, what was found, and how to watch something more or something else. */
export function Alerts({ state }: { readonly state: SidebarState }) {
  const { ask } = usePage();
  const [id, set] = useState<string | null>(null);
  const { alerts, reports, connection, schedule } = state;
  const save = (filled: AlertFields) =>
    ask({
      progress: 'Saving the alert…',
      call: (call) => call('saveAlert', filled),
      next: () => {
        set(null);
        // A refresh of the report judges it.
        const report = reports.find(({ id }) => id === filled.report);
        if (connection === null || report === undefined) return null;
        const { progress, call } = refreshStep(report.id, report.sheet);
        const message = 'Alert saved. Its card says how it stands.';
        return {
          progress,
          call: async (script) => {
            const outcome = await call(script);
            return outcome.kind === 'done' && !outcome.more ? { ...outcome, message } : outcome;
          },
        };
      },
    });
  return (
    <EditableList
      title="Alerts"
      kind="alert"
      none={
        reports.length === 0
          ? 'No alerts yet. Add a report first: an alert watches the rows of a report.'
          : 'No alerts yet. An alert tells you when a complete week misses its target.'
      }
      hint={
        alerts.some(({ to }) => to !== '') && schedule.every === 'off'
          ? 'Alert emails go out with the schedule: save one in Settings first.'
          : undefined
      }
      canAdd={reports.length > 0}
      items={alerts}
      form={{ id, set }}
      formFor={(alert) => (
        <Form<AlertFields>
          key={id}
          title={alert === null ? 'New alert' : 'Edit alert'}
          schema={ALERT_FORM}
          about={({ measure }) => ({
            report: { choices: reportChoices(reports) },
            target: { hint: `A complete week ${isBetterLow(measure) ? 'above' : 'below'} this is a miss.` },
          })}
          begin={alert ?? { ...NEW_ALERT, report: reports[0]?.id ?? '' }}
          save="Save alert"
          onSave={save}
          onCancel={() => set(null)}
        />
      )}
      show={(alert) => {
        const { measure, scope, target, strictness, to, sentence } = alert;
        const [look, sign, word] = ALERT_STATES[alert.state];
        const details = [
          reports.find((one) => one.id === alert.report)?.sheet ?? 'a removed report',
          labelOf(ALERT_SCOPES, scope).toLowerCase(),
          labelOf(STRICTNESSES, strictness).toLowerCase(),
        ];
        return {
          heading: `${labelOf(ALERT_MEASURES, measure)} ${isBetterLow(measure) ? 'above' : 'below'} ${target}%`,
          body: (
            <>
              <Sentence look="hint" text={details.join(' · ')} />
              {to !== '' && <Sentence look="hint" text={`Email to ${to}`} />}
              <p class={look} translate={false}>
                <span class="sign" aria-hidden="true">
                  {sign}
                </span>{' '}
                <span class="strong">{word}</span>
              </p>
              {sentence !== '' && <Sentence text={sentence} />}
            </>
          ),
          removal: {
            effect: `The report stays${to === '' ? '' : `; no more email goes to ${to}`}.`,
            call: (call) => call('removeAlert', alert.id),
          },
        };
      }}
    />
  );
}
