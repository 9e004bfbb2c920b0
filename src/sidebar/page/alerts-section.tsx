import type { SidebarState } from '../contract';
import type { AlertView } from '../contract-alerts';
import { AlertForm } from './alert-form';
import { AlertItem } from './alert-item';
import { Button } from './button';
import { Section } from './section';
import { useAlertActions } from './use-alert-actions';
import { ALERT_WORDS } from './words/alerts';

/** What is watched, what was found, and how to watch something more or something else. */
export function AlertsSection({ state }: { readonly state: SidebarState }) {
  const { openId, open, close, save, remove } = useAlertActions();
  const { alerts, reports } = state;
  const isAdding = openId === 'new';
  const formFor = (alert: AlertView | null) => (
    <AlertForm alert={alert} reports={reports} onSave={(filled) => void save(filled)} onCancel={close} />
  );
  return (
    <Section title={ALERT_WORDS.title}>
      {alerts.length === 0 && !isAdding && (
        <p class="intro">{reports.length === 0 ? ALERT_WORDS.noReports : ALERT_WORDS.none}</p>
      )}
      {alerts.length > 0 && (
        <ul>
          {alerts.map((alert) => (
            <AlertItem
              key={alert.id}
              alert={alert}
              reports={reports}
              onEdit={() => open(alert.id)}
              onRemove={() => remove(alert.id)}
            >
              {openId === alert.id ? formFor(alert) : null}
            </AlertItem>
          ))}
        </ul>
      )}
      {isAdding && reports.length > 0 && formFor(null)}
      {!isAdding && reports.length > 0 && (
        <div class="buttons">
          <Button focusName="add-alert" onClick={() => open('new')}>
            {ALERT_WORDS.add}
          </Button>
        </div>
      )}
    </Section>
  );
}
