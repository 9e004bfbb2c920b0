import { byId, element } from './element';

const TOAST_MILLIS = 8_000;

/** Shows a message in the corner for a while; a click sends it away. */
export function showToast(title: string, message: string): void {
  const toast = element(
    'div',
    { class: 'toast' },
    element('strong', {}, title),
    element('p', { class: 'toast-text' }, message),
  );
  toast.addEventListener('click', () => toast.remove());
  byId('toasts').append(toast);
  setTimeout(() => toast.remove(), TOAST_MILLIS);
}

/** Shows a message that must be closed. */
export function showAlert(title: string, message: string): void {
  byId('alert-title').textContent = title || 'Message';
  byId('alert-message').textContent = message;
  const dialog = byId('alert') as HTMLDialogElement;
  if (!dialog.open) dialog.showModal();
}

/** Says what is going on, in the line at the bottom. */
export function showStatus(text: string): void {
  const line = byId('status');
  if (line.textContent !== text) line.textContent = text;
}
