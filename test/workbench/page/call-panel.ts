import { actionSummary, executionSummary } from '../call-words';
import type { ActionView, ExecutionView } from '../protocol';
import { byId, element } from './element';

/** Shows what the last action cost: executions, service calls and requests. */
export function showAction(action: ActionView): void {
  byId('calls').replaceChildren(
    element('h2', { id: 'calls-title' }, `Last action: ${action.title}`),
    element('p', { class: 'summary' }, actionSummary(action)),
    element(
      'div',
      { class: 'executions', tabindex: '0', role: 'group', 'aria-label': 'Executions' },
      ...action.executions.map(execution),
    ),
  );
}

/** Lets the panel be folded away, so that the grid has more room. */
export function startCallPanel(): void {
  showAction({ title: 'none yet', executions: [] });
  const toggle = byId('toggle-calls');
  toggle.addEventListener('click', () => {
    const open = toggle.getAttribute('aria-expanded') !== 'true';
    toggle.setAttribute('aria-expanded', String(open));
    byId('calls').hidden = !open;
    window.dispatchEvent(new Event('resize'));
  });
}

function execution(record: ExecutionView): HTMLElement {
  const parts: HTMLElement[] = [element('h3', {}, executionSummary(record))];
  if (record.failure !== null) parts.push(element('p', { class: 'failure' }, record.failure));
  if (record.calls.length > 0) parts.push(callList(record));
  if (record.requests.length > 0) parts.push(requestList(record));
  return element('article', {}, ...parts);
}

function callList({ calls }: ExecutionView): HTMLElement {
  const items = calls.map(({ method, count }) =>
    element('li', {}, element('code', {}, method), count === 1 ? '' : ` × ${count.toLocaleString('en')}`),
  );
  return element('ul', { class: 'calls', 'aria-label': 'Service calls' }, ...items);
}

function requestList({ requests }: ExecutionView): HTMLElement {
  const items = requests.map(({ method, url, outcome }) =>
    element('li', {}, element('code', {}, `${method} ${url}`), ` → ${outcome}`),
  );
  return element('ol', { class: 'requests', 'aria-label': 'Requests' }, ...items);
}
