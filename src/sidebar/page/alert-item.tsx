import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { AlertView } from '../contract-alerts';
import type { ReportView } from '../contract-reports';
import { describeAlert, describeAlertRemoval } from './alert-view';
import { Button } from './button';
import { Question, useQuestion } from './question';
import { Sentence } from './sentence';
import { useSidebar } from './use-sidebar';
import { ALERT_STATES, ALERT_WORDS } from './words/alerts';

interface AlertItemProps {
  readonly alert: AlertView;
  readonly reports: readonly ReportView[];
  readonly onEdit: () => void;
  /** Removes it. Resolves to whether that was done. */
  readonly onRemove: () => Promise<boolean>;
  /** The alert's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One alert: what it watches, how it stands, and how to change or remove it. */
export function AlertItem({ alert, reports, onEdit, onRemove, children }: AlertItemProps) {
  const { words } = useSidebar();
  const opener = `remove-alert ${alert.id}`;
  const question = useQuestion(opener);
  const name = useId();
  const { heading, details } = describeAlert(alert, reports, words);
  const remove = async () => {
    if (!(await onRemove())) question.close();
  };
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
      {children ??
        (question.isAsking ? (
          <Question
            title={ALERT_WORDS.removeQuestion(heading)}
            keep={ALERT_WORDS.keepAlert}
            confirm={ALERT_WORDS.confirmRemove}
            focusName={question.focusName}
            onKeep={question.close}
            onConfirm={() => void remove()}
          >
            {describeAlertRemoval(alert, reports).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Question>
        ) : (
          <div class="buttons">
            <Button look="text" focusName={`edit-alert ${alert.id}`} describedBy={name} onClick={onEdit}>
              {ALERT_WORDS.edit}
            </Button>
            <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
              {ALERT_WORDS.remove}
            </Button>
          </div>
        ))}
    </li>
  );
}
