import { listPoint, mapPoint } from './save-point';
import type { Rectangle } from './spreadsheet/rectangle';

/** One entry of a menu, as the script built it. */
export type MenuItem =
  | { readonly kind: 'item'; readonly caption: string; readonly functionName: string }
  | { readonly kind: 'separator' }
  | { readonly kind: 'menu'; readonly caption: string; readonly items: readonly MenuItem[] };

/** A menu: in the Extensions menu under the add-on's name, or at the top level. */
export interface MenuStructure {
  /** Null for an add-on menu: Google shows the add-on's name. */
  readonly caption: string | null;
  readonly items: readonly MenuItem[];
}

/** A sidebar or dialog on a person's screen. */
export interface ShownWindow {
  readonly kind: 'sidebar' | 'dialog';
  readonly html: string;
  readonly title: string;
  readonly user: string;
  readonly bookId: string;
}

/** A message on a person's screen. */
export interface ShownMessage {
  readonly kind: 'alert' | 'prompt' | 'toast';
  readonly text: string;
  readonly title: string;
  readonly user: string;
  readonly bookId: string;
}

/** The cells a person has selected, and the one of them that has the keyboard. */
export interface Selection {
  readonly sheetId: number;
  readonly block: Rectangle;
  readonly cell: Rectangle;
}

/** What people see beside the cells. */
export class UiState {
  readonly #menus = new Map<string, MenuStructure[]>();
  readonly #selections = new Map<string, Selection>();
  readonly windows: ShownWindow[] = [];
  readonly messages: ShownMessage[] = [];
  readonly windowListeners = new Set<(window: ShownWindow) => void>();
  readonly messageListeners = new Set<(message: ShownMessage) => void>();

  menusOf(bookId: string, user: string): readonly MenuStructure[] {
    return this.#menus.get(`${bookId}:${user}`) ?? [];
  }

  addMenu(bookId: string, user: string, menu: MenuStructure): void {
    this.#menus.set(`${bookId}:${user}`, [...this.menusOf(bookId, user), menu]);
  }

  /** Before `onOpen` runs again. */
  clearMenus(bookId: string, user: string): void {
    this.#menus.delete(`${bookId}:${user}`);
  }

  /** What a person has selected in a spreadsheet; undefined while nobody said. */
  selectionOf(bookId: string, user: string): Selection | undefined {
    return this.#selections.get(`${bookId}:${user}`);
  }

  select(bookId: string, user: string, selection: Selection): void {
    this.#selections.set(`${bookId}:${user}`, selection);
  }

  /** @returns What puts everything on the screens back. Listeners stay. */
  savePoint(): () => void {
    const puts = [
      mapPoint(this.#menus),
      mapPoint(this.#selections),
      listPoint(this.windows),
      listPoint(this.messages),
    ];
    return () => {
      for (const put of puts) put();
    };
  }

  show(window: ShownWindow): void {
    this.windows.push(window);
    for (const listener of this.windowListeners) listener(window);
  }

  tell(message: ShownMessage): void {
    this.messages.push(message);
    for (const listener of this.messageListeners) listener(message);
  }
}
