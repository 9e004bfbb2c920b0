import type { ComparisonView, WarehouseRowsView, WarehouseTableView, WarehouseView } from '../protocol';
import { byId, element } from './element';
import type { ServerLink } from './server-link';

/** Lets the dialog be opened that shows the local warehouse, and whether it is equal to the service. */
export function showWarehouse(link: ServerLink, onRefused: (error: Error) => void): void {
  const on = (id: string, work: () => Promise<void>) =>
    byId(id).addEventListener('click', () => void work().catch(onRefused));
  const say = (sentence: string, look = ''): void => {
    byId('warehouse-comparison').textContent = sentence;
    byId('warehouse-comparison').className = look;
  };
  byId('open-warehouse').hidden = false;
  on('open-warehouse', async () => {
    (byId('warehouse') as HTMLDialogElement).showModal();
    const { place, tables } = await link.get<WarehouseView>('/warehouse');
    byId('warehouse-place').textContent = place;
    const entries = tables.map((table) => entryOf(table, link, onRefused));
    byId('warehouse-body').replaceChildren(...entries);
    const [first] = entries;
    if (first) first.open = true;
  });
  on('warehouse-compare', async () => {
    say('Comparing…');
    const { sentence, isEqual } = await link.get<ComparisonView>('/warehouse/comparison');
    say(sentence, isEqual ? 'equal' : 'different');
  });
  on('warehouse-restate', async () => {
    const { sentence } = await link.post<{ readonly sentence: string }>('/warehouse/restate', {});
    say(sentence);
  });
}

/** A table or view, whose first rows are fetched when it is opened. */
function entryOf(
  { name, title, facts }: WarehouseTableView,
  link: ServerLink,
  onRefused: (error: Error) => void,
): HTMLDetailsElement {
  const summary = element('summary', {}, element('strong', {}, title), ` ${facts}`);
  const entry = element('details', { name: 'table' }, summary);
  const show = async (): Promise<void> => {
    const path = `/warehouse/rows?table=${encodeURIComponent(name)}`;
    entry.append(room(title, await link.get<WarehouseRowsView>(path)));
  };
  entry.addEventListener('toggle', () => void show().catch(onRefused), { once: true });
  return entry;
}

/** A table in a room that scrolls. */
function room(title: string, { columns, rows }: WarehouseRowsView): HTMLElement {
  const cells = (values: WarehouseRowsView['rows'][number]) =>
    values.map((value) =>
      element('td', typeof value === 'number' ? { class: 'number' } : {}, String(value ?? '')),
    );
  const headings = columns.map((column) => element('th', { scope: 'col' }, column));
  return element(
    'div',
    { class: 'rows', tabindex: '0', role: 'group', 'aria-label': `First rows of ${title}` },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...headings)),
      element('tbody', {}, ...rows.map((values) => element('tr', {}, ...cells(values)))),
    ),
  );
}
