import { useState } from 'preact/hooks';
import { ALERT_FORM, ALERT_MEASURES, ALERT_SCOPES, isBetterLow, STRICTNESSES } from '../../contract/alerts';
import { labelOf, type Typed } from '../../contract/form';
import { NO_SCHEDULE } from '../../contract/schedule';
import type { SidebarState } from '../state-view';
import { EditableList } from './editable-list';
import { Form, reportChoices } from './form';
import { Sentence, usePage } from './parts';
import { findSaved, refreshStep } from './reports';

/** How an alert stands: its colour, and a sign for the eye. */
const ALERT_STATES = { open: ['bad', '!'], quiet: ['good', '✓'], waiting: ['hint', '–'] } as const;

const NEW_ALERT = {
  id: null,
  report: '',
  measure: 'TRUE_FULFILMENT_PERCENTAGE',
  scope: 'venue',
  strictness: 'likely_real',
  to: '',
} as const;

/** What is watched, what was found, and how to watch something more or something else. */
export function Alerts({ state }: { readonly state: SidebarState }) {
  const { ask, tell } = usePage();
  const [id, set] = useState<string | null>(null);
  const { alerts, reports, connection, schedule } = state;
  const isOff = schedule.every === 'off' && !connection?.isSample;
  const save = async (filled: Typed<typeof ALERT_FORM>) => {
    const outcome = await ask({
      progress: 'Saving the alert…',
      call: ['saveAlert', filled],
      next: () => {
        set(null);
        // A refresh of the report judges it.
        const report = reports.find(({ id }) => id === filled.report);
        return connection === null || report === undefined ? null : refreshStep(report);
      },
    });
    if (outcome?.kind !== 'done' || outcome.more) return outcome;
    const saved = findSaved(filled.id, alerts, outcome.state.alerts);
    if (saved === undefined) return outcome;
    const [found] = saved.sentence.split('\n');
    const mail = saved.to === '' ? 'No email goes out: you entered no address.' : isOff ? NO_SCHEDULE : '';
    tell(`Alert saved${saved.state === 'open' ? ':' : '.'} ${found} ${mail}`);
    return outcome;
  };
  return (
    <EditableList
      title="Alerts"
      kind="alert"
      none="No alerts yet. An alert tells you when a complete week of a report misses its target."
      canAdd={reports.length > 0}
      items={alerts}
      form={{ id, set }}
      formFor={(alert) => (
        <Form<Typed<typeof ALERT_FORM>>
          key={id}
          title={alert === null ? 'New alert' : 'Edit alert'}
          schema={ALERT_FORM}
          about={({ measure }) => ({
            report: { choices: reportChoices(reports) },
            target: { hint: `A complete week ${isBetterLow(measure) ? 'above' : 'below'} this is a miss.` },
            ...(isOff && { to: { hint: `${ALERT_FORM.entries.to.spec.hint} ${NO_SCHEDULE}` } }),
          })}
          begin={alert ?? { ...NEW_ALERT, report: reports[0]?.id ?? '', target: `${state.target ?? 90}%` }}
          save="Save alert"
          onSave={save}
          onCancel={() => set(null)}
        />
      )}
      show={(alert) => {
        const { measure, scope, target, strictness, to, sentence } = alert;
        const [look, sign] = ALERT_STATES[alert.state];
        const [found, ...lines] = sentence.split('\n');
        const details = [
          reports.find((one) => one.id === alert.report)?.sheet ?? 'a removed report',
          labelOf(ALERT_SCOPES, scope).toLowerCase(),
          labelOf(STRICTNESSES, strictness).toLowerCase(),
          to === '' ? 'no email' : `email to ${to}${isOff ? ' once the schedule is on' : ''}`,
        ];
        return {
          name: `${labelOf(ALERT_MEASURES, measure)} ${isBetterLow(measure) ? 'above' : 'below'} ${target}`,
          body: (
            <>
              <Sentence look="hint" text={details.join(' · ')} />
              <p class={look} translate={false}>
                <span class="sign" aria-hidden="true">
                  {sign}
                </span>{' '}
                {found}
              </p>
              {lines.length > 0 && <Sentence look="lines" text={lines.join('\n')} />}
            </>
          ),
          removal: {
            effect: `The report stays${to === '' ? '' : `; no more email goes to ${to}`}.`,
            call: ['removeAlert', alert.id],
          },
        };
      }}
    />
  );
}
