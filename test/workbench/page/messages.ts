import type { ExecutionView } from '../protocol';
import { byId, element } from './element';

const TOAST_MILLIS = 8_000;

/** More would cover the cells. */
const MOST_TOASTS = 4;

/** Shows a message in the corner for a while, or until it is dismissed. */
export function showToast(title: string, message: string): void {
  const dismiss = element('button', { type: 'button', class: 'close', 'aria-label': 'Dismiss' }, '×');
  const toast = element(
    'div',
    { class: 'toast' },
    element('strong', {}, title),
    dismiss,
    element('p', { class: 'toast-text' }, message),
  );
  dismiss.addEventListener('click', () => toast.remove());
  const toasts = byId('toasts');
  toasts.append(toast);
  while (toasts.childElementCount > MOST_TOASTS) toasts.firstElementChild?.remove();
  setTimeout(() => toast.remove(), TOAST_MILLIS);
}

/** Shows a message that must be closed. */
export function showAlert(title: string, message: string): void {
  byId('alert-title').textContent = title || 'Message';
  byId('alert-message').textContent = message;
  const dialog = byId('alert') as HTMLDialogElement;
  if (!dialog.open) dialog.showModal();
}

/** Executions that are listed. */
const MOST_EXECUTIONS = 200;

/** Lists what an execution called and sent, above the older ones. */
export function listExecution({ title, lines }: ExecutionView): void {
  const list = byId('calls-body');
  const items = lines.map((line) => element('li', {}, line));
  list.prepend(element('details', {}, element('summary', {}, title), element('ul', {}, ...items)));
  if (list.childElementCount > MOST_EXECUTIONS) list.lastElementChild?.remove();
}

/** Says what is going on, in the line at the bottom. */
export function showStatus(text: string): void {
  const line = byId('status');
  if (line.textContent !== text) line.textContent = text;
}
