import { useState } from 'preact/hooks';
import {
  ALERT_FIELDS,
  ALERT_MEASURE_LABELS,
  ALERT_SCOPE_LABELS,
  type AlertForm,
  type AlertView,
  isBetterLow,
  STRICTNESS_LABELS,
} from '../../contract/alerts';
import type { ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import { EditableList } from './editable-list';
import { Form } from './form';
import { alertFields, checkAlert } from './forms';
import { usePage } from './page-context';
import { Sentence } from './parts';
import { refreshStep } from './reports';

/** How an alert stands: a sign for the eye, and the word for it. */
const ALERT_STATES = {
  open: { sign: '!', word: 'Open' },
  quiet: { sign: '\u2713', word: 'Quiet' },
  waiting: { sign: '\u2013', word: 'Not judged yet' },
} as const;

/** What is watched, what was found, and how to watch something more or something else. */
export function Alerts({ state }: { readonly state: SidebarState }) {
  const { ask } = usePage();
  const [id, set] = useState<string | null>(null);
  const { alerts, reports, connection } = state;
  const close = () => set(null);
  const save = (filled: AlertForm) =>
    void ask({
      progress: 'Saving the alert\u2026',
      call: (call) => call('saveAlert', filled),
      next: () => {
        close();
        // A refresh of the report judges it.
        const report = reports.find(({ id }) => id === filled.report);
        return connection === null || report === undefined ? null : refreshStep(report.id, report.sheet);
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
      canAdd={reports.length > 0}
      items={alerts}
      form={{ id, set }}
      formFor={(alert) => (
        <Form
          key={id}
          title={alert === null ? 'New alert' : 'Edit alert'}
          spec={ALERT_FIELDS}
          seen={{ reports }}
          begin={alertFields(alert, reports)}
          check={(fields) => checkAlert(fields, alert)}
          save="Save alert"
          onSave={save}
          onCancel={close}
        />
      )}
      show={(alert) => {
        const { heading, details } = describeAlert(alert, reports);
        const { sign, word } = ALERT_STATES[alert.state];
        const to = alert.to.join(', ');
        return {
          heading,
          body: (
            <>
              <Sentence look="hint" text={details} />
              <p class={`alert-state ${alert.state}`} translate={false}>
                <span class="sign" aria-hidden="true">
                  {sign}
                </span>{' '}
                <span class="strong">{word}</span>
              </p>
              {alert.sentence !== '' && <Sentence text={alert.sentence} />}
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

/** An alert in words: what it watches, and in which way. */
export function describeAlert(
  { measure, scope, target, strictness, to, report }: AlertView,
  reports: readonly ReportView[],
): { readonly heading: string; readonly details: string } {
  const sheet = reports.find(({ id }) => id === report)?.sheet ?? 'a removed report';
  const details = [
    sheet,
    ALERT_SCOPE_LABELS[scope].toLowerCase(),
    STRICTNESS_LABELS[strictness].toLowerCase(),
  ];
  return {
    heading: `${ALERT_MEASURE_LABELS[measure]} ${isBetterLow(measure) ? 'above' : 'below'} ${target}%`,
    details: [...details, ...(to.length === 0 ? [] : [`email to ${to.join(', ')}`])].join(' \u00b7 '),
  };
}
