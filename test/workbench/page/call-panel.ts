import type { ActionView, ExecutionView } from '../protocol';
import { byId, element } from './element';

let last: ActionView = { title: 'none yet', executions: [] };

/** Shows what the last action cost, once the panel is open: executions, service calls and requests. */
export function showAction(action: ActionView): void {
  last = action;
  if (!byId('calls').hidden) draw();
}

/** Lets the panel be opened and closed. It is closed at first, so that the grid has the room. */
export function startCallPanel(): void {
  const toggle = byId('toggle-calls');
  toggle.addEventListener('click', () => {
    const panel = byId('calls');
    panel.hidden = !panel.hidden;
    toggle.setAttribute('aria-expanded', String(!panel.hidden));
    if (!panel.hidden) draw();
    window.dispatchEvent(new Event('resize'));
  });
}

function draw(): void {
  byId('calls').replaceChildren(
    element('h2', { id: 'calls-title' }, `Last action: ${last.title}`),
    element('p', { class: 'summary' }, actionSummary(last)),
    element(
      'div',
      { class: 'executions', tabindex: '0', role: 'group', 'aria-label': 'Executions' },
      ...last.executions.map(execution),
    ),
  );
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

/** One line about everything an action set off. */
function actionSummary({ executions }: ActionView): string {
  if (executions.length === 0) return 'No execution of the script.';
  const total = (count: (execution: ExecutionView) => number): number =>
    executions.reduce((sum, execution) => sum + count(execution), 0);
  return [
    plural(executions.length, 'execution'),
    plural(total(callCount), 'service call'),
    `${total((execution) => execution.wireCalls).toLocaleString('en')} over the wire`,
    plural(
      total((execution) => execution.requests.length),
      'request',
    ),
    `${plural(
      total((execution) => execution.cellsRead),
      'cell',
    )} read`,
    `${plural(
      total((execution) => execution.cellsWritten),
      'cell',
    )} written`,
  ].join(' · ');
}

/** One line about one execution. */
function executionSummary(execution: ExecutionView): string {
  return `${execution.functionName} (${execution.kind}): ${plural(callCount(execution), 'call')}`;
}

function callCount({ calls }: ExecutionView): number {
  return calls.reduce((sum, { count }) => sum + count, 0);
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
