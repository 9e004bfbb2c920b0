import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { AlertView } from '../contract-alerts';
import type { ReportView } from '../contract-reports';
import { describeAlert } from './alert-view';
import { Button } from './button';
import { Sentence } from './sentence';
import { useSidebar } from './use-sidebar';
import { ALERT_STATES, ALERT_WORDS } from './words/alerts';

interface AlertItemProps {
  readonly alert: AlertView;
  readonly reports: readonly ReportView[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** The alert's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One alert: what it watches, how that stands, and how to change it or be rid of it. */
export function AlertItem({ alert, reports, onEdit, onRemove, children }: AlertItemProps) {
  const { words } = useSidebar();
  const name = useId();
  const { heading, details } = describeAlert(alert, reports, words);
  const { sign, word } = ALERT_STATES[alert.state];
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{heading}</h3>
      {details.map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      <p class={`alert-state ${alert.state}`}>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{' '}
        <span class="strong">{word}</span>
      </p>
      {alert.sentence !== '' && <Sentence text={alert.sentence} />}
      {children ?? (
        <div class="buttons">
          <Button look="text" focusName={`edit-alert ${alert.id}`} describedBy={name} onClick={onEdit}>
            {ALERT_WORDS.edit}
          </Button>
          <Button look="text" describedBy={name} onClick={onRemove}>
            {ALERT_WORDS.remove}
          </Button>
        </div>
      )}
    </li>
  );
}
