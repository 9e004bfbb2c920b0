import type { ComparisonView, WarehouseRowsView, WarehouseTableView, WarehouseView } from '../protocol';
import { byId, element } from './element';
import type { ServerLink } from './server-link';

/** Shows the tables and views of the local warehouse, and whether it is equal to the service. */
export class WarehouseViewer {
  readonly #link: ServerLink;
  readonly #onRefused: (error: Error) => void;
  #chosen = '';
  #comparison: ComparisonView | null = null;

  constructor(link: ServerLink, onRefused: (error: Error) => void) {
    this.#link = link;
    this.#onRefused = onRefused;
  }

  /** Lets the dialog be opened. */
  start(): void {
    const open = byId('open-warehouse');
    open.hidden = false;
    open.addEventListener('click', () => {
      this.#dialog.showModal();
      void this.#work(() => this.#draw());
    });
    byId('warehouse-compare').addEventListener('click', () => void this.#work(() => this.#compare()));
    byId('warehouse-restate').addEventListener('click', () => void this.#work(() => this.#restate()));
  }

  /** Shows what is there now, if the dialog is open: something has run. */
  refresh(): void {
    if (this.#dialog.open) void this.#work(() => this.#draw());
  }

  get #dialog(): HTMLDialogElement {
    return byId('warehouse') as HTMLDialogElement;
  }

  async #work(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#onRefused(error as Error);
    }
  }

  async #compare(): Promise<void> {
    this.#say('Comparing…', '');
    this.#comparison = await this.#link.get<ComparisonView>('/warehouse/comparison');
    this.#say(this.#comparison.sentence, this.#comparison.isEqual ? 'equal' : 'different');
  }

  async #restate(): Promise<void> {
    const { sentence } = await this.#link.post<{ readonly sentence: string }>('/warehouse/restate', {});
    this.#say(sentence, '');
  }

  #say(sentence: string, look: string): void {
    const line = byId('warehouse-comparison');
    line.textContent = sentence;
    line.className = look;
  }

  async #draw(): Promise<void> {
    const view = await this.#link.get<WarehouseView>('/warehouse');
    byId('warehouse-place').textContent = view.place;
    const chosen = view.tables.find(({ name }) => name === this.#chosen) ?? view.tables[0];
    const shown = chosen === undefined ? [] : [await this.#table(chosen)];
    const before = document.activeElement?.closest<HTMLElement>('#warehouse-body [data-entry]')?.dataset
      .entry;
    const list = this.#list(view, chosen?.name ?? '');
    byId('warehouse-body').replaceChildren(list, ...shown);
    if (before !== undefined) list.querySelector<HTMLElement>('[aria-current]')?.focus();
  }

  #list({ tables }: WarehouseView, current: string): HTMLElement {
    const entry = (name: string, title: string, about: string): HTMLElement => {
      const button = element(
        'button',
        { type: 'button', 'data-entry': name, ...(name === current ? { 'aria-current': 'true' } : {}) },
        element('strong', {}, title),
        element('span', {}, about),
      );
      button.addEventListener('click', () => {
        this.#chosen = name;
        void this.#work(() => this.#draw());
      });
      return element('li', {}, button);
    };
    return element(
      'ul',
      { class: 'entries', 'aria-label': 'Tables and views' },
      ...tables.map(({ name, title, facts }) => entry(name, title, facts)),
    );
  }

  async #table({ name, title }: WarehouseTableView): Promise<HTMLElement> {
    const { columns, rows } = await this.#link.get<WarehouseRowsView>(
      `/warehouse/rows?table=${encodeURIComponent(name)}`,
    );
    return room(title, columns, rows);
  }
}

/** A table in a room that scrolls. */
function room(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | boolean | null)[])[],
): HTMLElement {
  const cells = (values: readonly (string | number | boolean | null)[]) =>
    values.map((value) =>
      element(
        'td',
        typeof value === 'number' ? { class: 'number' } : {},
        value === null ? '' : String(value),
      ),
    );
  return element(
    'div',
    { class: 'rows', tabindex: '0', role: 'group', 'aria-label': `First rows of ${title}` },
    element(
      'table',
      {},
      element('caption', {}, rows.length === 0 ? `${title}: no rows` : title),
      element(
        'thead',
        {},
        element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name))),
      ),
      element('tbody', {}, ...rows.map((values) => element('tr', {}, ...cells(values)))),
    ),
  );
}
