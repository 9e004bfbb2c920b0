import { queryAllByLabelText, queryAllByRole } from '@testing-library/dom';
import type { Element, HTMLDialogElement, HTMLElement, HTMLInputElement, HTMLSelectElement } from 'happy-dom';

/** From `page-environment.mjs`. */
const { Window } = (globalThis as unknown as { happyDom: typeof import('happy-dom') }).happyDom;

/** What a text or accessible name must be: a string is a part of it in any letter case, unless `exact`. */
export type TextMatch = string | RegExp;

/** Which elements of a role are meant. */
export interface RoleOptions {
  readonly name?: TextMatch;
  readonly exact?: boolean;
  readonly includeHidden?: boolean;
  readonly selected?: boolean;
}

/** How long something may take to come about, in real milliseconds. */
const PATIENCE_MILLIS = 10_000;

/** Finds elements anew each time it is asked. Named after the calls of Playwright, with the few that tests use. */
export class DomLocator {
  constructor(
    protected readonly page: DomPage,
    private readonly find: () => readonly Element[],
    private readonly what: string,
  ) {}

  getByRole(role: string, options: RoleOptions = {}): DomLocator {
    const { name, exact = false, includeHidden = false, selected } = options;
    const query = {
      hidden: true,
      ...(name === undefined ? {} : { name: (text: string) => matches(text, name, exact) }),
      ...(selected === undefined ? {} : { selected }),
    };
    return this.within(`${role} ${name ?? ''}`, (root) => {
      const found = queryAllByRole(root as never, role, query as never) as unknown as Element[];
      return includeHidden
        ? found
        : found.filter((one) => isShown(one) && !one.closest('[aria-hidden="true"]'));
    });
  }

  getByLabel(label: TextMatch, { exact = false } = {}): DomLocator {
    return this.within(
      `label ${label}`,
      (root) =>
        queryAllByLabelText(root as never, (text) => matches(text, label, exact)) as unknown as Element[],
    );
  }

  /** The innermost elements that hold a text. */
  getByText(text: TextMatch, { exact = false } = {}): DomLocator {
    const holds = (element: Element) => matches(element.textContent, text, exact);
    return this.within(`text ${text}`, (root) =>
      [...root.querySelectorAll('*')].filter(
        (one) => holds(one) && !/^(SCRIPT|STYLE)$/.test(one.tagName) && ![...one.children].some(holds),
      ),
    );
  }

  locator(selector: string): DomLocator {
    return this.within(selector, (root) => [...root.querySelectorAll(selector)]);
  }

  filter({ hasText, has }: { readonly hasText?: TextMatch; readonly has?: DomLocator }): DomLocator {
    return new DomLocator(
      this.page,
      () =>
        this.find().filter(
          (one) =>
            (hasText === undefined || matches(one.textContent, hasText, false)) &&
            (has === undefined || has.find().some((inner) => one.contains(inner))),
        ),
      `${this.what} with ${hasText ?? has?.what}`,
    );
  }

  nth(index: number): DomLocator {
    return new DomLocator(
      this.page,
      () => [this.find().at(index)].filter(isThere),
      `${this.what} [${index}]`,
    );
  }

  first(): DomLocator {
    return this.nth(0);
  }

  last(): DomLocator {
    return this.nth(-1);
  }

  async all(): Promise<DomLocator[]> {
    return this.find().map((_, index) => this.nth(index));
  }

  async count(): Promise<number> {
    await this.page.settle();
    return this.find().length;
  }

  /** Waits until it is shown, or with `hidden` until nothing of it is. */
  async waitFor({
    state = 'visible',
  }: {
    readonly state?: 'visible' | 'hidden' | 'attached';
  } = {}): Promise<void> {
    const isSo = {
      visible: () => this.find().some(isShown),
      attached: () => this.find().length > 0,
      hidden: () => !this.find().some(isShown),
    }[state];
    await this.page.until(isSo, () => `${this.what} is not ${state}`);
  }

  async click(): Promise<void> {
    await this.page.until(
      () => this.find().some((one) => isShown(one) && !isDisabled(one)),
      () => `${this.what} cannot be clicked`,
    );
    const element = await this.element();
    const before = this.page.document.activeElement;
    element.dispatchEvent(new this.page.window.MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    const focusable = element.closest(FOCUSABLE) as HTMLElement | null;
    if (focusable !== null) focusable.focus();
    else if (before !== this.page.document.body) (before as HTMLElement | null)?.blur();
    element.click();
    await this.page.settle();
  }

  async focus(): Promise<void> {
    (await this.element()).focus();
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press(key);
  }

  /** Puts a text into a field in place of what is there. */
  async fill(text: string): Promise<void> {
    const field = (await this.element()) as HTMLInputElement;
    field.focus();
    this.page.input(field, text);
    await this.page.settle();
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
  }

  async setChecked(isChecked: boolean): Promise<void> {
    if ((await this.isChecked()) !== isChecked) await this.click();
  }

  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click();
  }

  /** Chooses an option by its value or its text. */
  async selectOption(choice: string): Promise<void> {
    const select = (await this.element()) as HTMLSelectElement;
    const options = [...select.options];
    const option =
      options.find(({ value }) => value === choice) ??
      options.find(({ textContent }) => normalised(textContent) === choice);
    if (option === undefined) throw new Error(`${this.what} has no option ${choice}`);
    select.focus();
    select.value = option.value;
    this.page.fire(select, 'input');
    this.page.fire(select, 'change');
    await this.page.settle();
  }

  async inputValue(): Promise<string> {
    return ((await this.element()) as HTMLInputElement).value;
  }

  async isChecked(): Promise<boolean> {
    return ((await this.element()) as HTMLInputElement).checked;
  }

  async isVisible(): Promise<boolean> {
    await this.page.settle();
    return this.find().some(isShown);
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.element());
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name);
  }

  async textContent(): Promise<string | null> {
    return (await this.element()).textContent;
  }

  async innerText(): Promise<string> {
    return shownText(await this.element());
  }

  async allInnerTexts(): Promise<string[]> {
    await this.page.settle();
    return this.find().map(shownText);
  }

  async evaluate<Result>(look: unknown): Promise<Result> {
    return (look as (element: HTMLElement) => Result)(await this.element());
  }

  /** The first element, once there is one. */
  private async element(): Promise<HTMLElement> {
    await this.page.until(
      () => this.find().length > 0,
      () => `There is no ${this.what}`,
    );
    await this.page.settle();
    return this.find()[0] as HTMLElement;
  }

  protected within(what: string, find: (root: Element) => readonly Element[]): DomLocator {
    const all = () => [...new Set(this.find().flatMap(find))];
    return new DomLocator(this.page, all, `${this.what} ${what}`.trim());
  }
}

/** A page without a browser: markup, scripts, focus and events, and nothing that is measured in pixels. */
export class DomPage extends DomLocator {
  window = new Window();
  readonly clock = new PageClock();

  constructor() {
    super(undefined as never, () => [this.document.body], '');
    Object.assign(this, { page: this });
  }

  get document() {
    return this.window.document;
  }

  /** Opens a page and runs its scripts. Styles are left out: they would only be measured. */
  open(html: string, globals: Readonly<Record<string, unknown>> = {}): void {
    this.close();
    this.window = new Window({
      url: 'https://sidebar.test/',
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    Object.assign(this.window, globals);
    this.clock.wind(this.window as never);
    Object.defineProperty(this.window.HTMLElement.prototype, 'translate', TRANSLATE);
    this.returnFocus();
    this.document.write(html.replace(/<style[^>]*>[\s\S]*?<\/style>/g, ''));
  }

  /** A dialog that closes gives the keyboard back, and one that opens takes it. */
  private returnFocus(): void {
    const dialogs = this.window.HTMLDialogElement.prototype;
    const { showModal, close } = this.window.Object.getPrototypeOf(this.document.createElement('dialog'));
    const before = new WeakMap<object, HTMLElement>();
    Object.defineProperties(dialogs, {
      showModal: {
        configurable: true,
        value(this: HTMLElement) {
          before.set(this, this.ownerDocument.activeElement as HTMLElement);
          showModal.call(this);
          (
            (this.querySelector('[autofocus]') ?? this.querySelector(FOCUSABLE)) as HTMLElement | null
          )?.focus();
        },
      },
      close: {
        configurable: true,
        value(this: HTMLElement, ...more: unknown[]) {
          close.apply(this, more);
          before.get(this)?.focus();
        },
      },
    });
  }

  close(): void {
    void this.window.happyDOM.close();
  }

  /** What an expression gives in the page. */
  override async evaluate<Result>(expression: unknown): Promise<Result> {
    await this.settle();
    return (this.window as unknown as { eval(text: string): Result }).eval(String(expression));
  }

  content(): string {
    return this.document.documentElement.outerHTML;
  }

  /** Lets what is due in the page happen. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }

  async until(isSo: () => boolean, complaint: () => string): Promise<void> {
    const end = Date.now() + PATIENCE_MILLIS;
    while (!isSo()) {
      if (Date.now() > end) throw new Error(`${complaint()}:\n${shownText(this.document.body)}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  input(field: HTMLInputElement, text: string): void {
    field.value = text;
    const typed = { bubbles: true, inputType: 'insertText', data: text };
    field.dispatchEvent(new this.window.InputEvent('input', typed));
    // As in a browser, once the field is left.
    field.addEventListener('blur', () => this.fire(field, 'change'), { once: true });
  }

  fire(element: Element, type: string): void {
    element.dispatchEvent(new this.window.Event(type, { bubbles: true, cancelable: true }));
  }

  readonly keyboard = {
    /** Presses a key by its name, such as `Enter` or `Shift+Tab`. */
    press: async (combination: string): Promise<void> => {
      const shiftKey = combination.startsWith('Shift+');
      this.strike(combination.replace('Shift+', ''), shiftKey);
      await this.settle();
    },
    type: async (text: string): Promise<void> => {
      for (const letter of text) this.strike(letter, false);
      await this.settle();
    },
  };

  /** One key, with what a browser does at it unless the page prevents that. */
  private strike(key: string, shiftKey: boolean): void {
    const target = (this.document.activeElement ?? this.document.body) as HTMLInputElement;
    const event = { key, shiftKey, bubbles: true, cancelable: true };
    if (target.dispatchEvent(new this.window.KeyboardEvent('keydown', event)))
      this.actOn(target, key, shiftKey);
    target.dispatchEvent(new this.window.KeyboardEvent('keyup', event));
  }

  private actOn(target: HTMLInputElement, key: string, shiftKey: boolean): void {
    const isField = target.matches('textarea, input:not([type=checkbox], [type=radio])');
    if (key === 'Tab') this.focusNext(target, shiftKey ? -1 : 1);
    else if (key === 'Enter' && isField) target.form?.requestSubmit();
    else if (key === 'Enter' && target.matches('button, a[href], summary')) target.click();
    else if (key === ' ' && target.matches('button, summary, input')) target.click();
    else if (key === 'Backspace' && isField) this.input(target, target.value.slice(0, -1));
    else if (key === 'Escape') this.cancel(target.closest('dialog[open]') as HTMLDialogElement | null);
    else if (key.length === 1 && isField) this.input(target, target.value + key);
  }

  private cancel(dialog: HTMLDialogElement | null): void {
    if (dialog?.dispatchEvent(new this.window.Event('cancel', { cancelable: true }))) dialog.close();
  }

  private focusNext(from: HTMLInputElement, step: 1 | -1): void {
    const isStop = (one: HTMLInputElement) =>
      one === from || (one.tabIndex >= 0 && isShown(one) && !one.disabled && isGroupsStop(one));
    const room = this.document.querySelector('dialog[open]') ?? this.document.body;
    const stops = [...room.querySelectorAll(FOCUSABLE)].filter((one) => isStop(one as HTMLInputElement));
    const next = stops[stops.indexOf(from) + step] as HTMLElement | undefined;
    if (next === undefined) from.blur();
    else next.focus();
  }
}

/** Time as the page sees it: it passes by itself, stands still, or skips ahead. */
class PageClock {
  private fixed: number | undefined;
  private skipped = 0;
  private readonly timers = new Map<object, { readonly due: number; readonly act: () => void }>();

  /** From the next page that is opened on. */
  setFixedTime(iso: string): void {
    this.fixed = Date.parse(iso);
  }

  /** Lets so many milliseconds pass at once. */
  async runFor(millis: number): Promise<void> {
    const end = this.now() + millis;
    for (;;) {
      const [next] = [...this.timers]
        .filter(([, { due }]) => due <= end)
        .sort(([, a], [, b]) => a.due - b.due);
      if (next === undefined) break;
      this.skipped += Math.max(0, next[1].due - this.now());
      next[1].act();
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    this.skipped += Math.max(0, end - this.now());
  }

  /** Gives a window this time. */
  wind(
    window: Pick<typeof globalThis, 'Date' | 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>,
  ): void {
    this.timers.clear();
    const now = () => this.fixed ?? this.now();
    const SystemDate = window.Date;
    window.Date = class extends SystemDate {
      constructor(...parts: [number]) {
        super(...((parts.length as number) === 0 ? ([now()] as [number]) : parts));
      }
      static override now = now;
    } as DateConstructor;
    const start = (act: () => void, millis: number, repeats: boolean) => {
      const timer = setTimeout(() => fire(), millis).unref();
      const fire = () => {
        clearTimeout(timer);
        this.timers.delete(key);
        if (repeats) Object.assign(key, { current: start(act, millis, true) });
        act();
      };
      const key = { current: undefined, stop: () => clearTimeout(timer) };
      this.timers.set(key, { due: this.now() + millis, act: fire });
      return key;
    };
    const stop = (key?: { current?: unknown; stop(): void }): void => {
      if (key?.stop === undefined) return;
      key.stop();
      this.timers.delete(key);
      stop(key.current as never);
    };
    const begin =
      (repeats: boolean) =>
      (act: () => void, millis = 0) =>
        start(act, millis, repeats);
    Object.assign(window, {
      setTimeout: begin(false),
      setInterval: begin(true),
      clearTimeout: stop,
      clearInterval: stop,
    });
  }

  private now(): number {
    return Date.now() + this.skipped;
  }
}

/** Missing in happy-dom. */
const TRANSLATE = {
  configurable: true,
  get(this: Element) {
    return this.getAttribute('translate') !== 'no';
  },
  set(this: Element, isTranslated: boolean) {
    this.setAttribute('translate', isTranslated ? 'yes' : 'no');
  },
};

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Of radio buttons only the chosen one is a stop. */
function isGroupsStop({ type, name, checked, form }: HTMLInputElement): boolean {
  if (type !== 'radio' || checked || form === null) return true;
  return form.querySelector(`input[name="${name}"]:checked`) === null;
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled, [aria-disabled="true"]');
}

/** Whether nothing around an element hides it: by attribute or as a closed part. */
function isShown(element: Element): boolean {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    if (one.matches('[hidden], dialog:not([open]), input[type="hidden"]')) return false;
    const parent = one.parentElement;
    if (parent?.matches('details:not([open])') && one.tagName !== 'SUMMARY') return false;
  }
  return element.isConnected;
}

/** Text as it is read: each block on a line of its own. */
function shownText(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node.nodeType !== 1) return node.textContent ?? '';
    const inner = node as Element;
    if (inner.matches('[hidden], script, style, datalist, dialog:not([open])')) return '';
    if (element.matches('details:not([open])') && inner.tagName !== 'SUMMARY') return '';
    return inner.matches(BLOCKS) ? `\n${shownText(inner)}\n` : shownText(inner);
  });
  return parts
    .join('')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
}

const BLOCKS =
  'address, article, button, dd, details, div, dl, dt, fieldset, form, h1, h2, h3, h4, li, ol, p, section, tr, ul';

function normalised(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function matches(text: string, wanted: TextMatch, exact: boolean): boolean {
  const shown = normalised(text);
  if (wanted instanceof RegExp) return wanted.test(shown);
  const sought = normalised(wanted);
  return exact ? shown === sought : shown.toLowerCase().includes(sought.toLowerCase());
}

function isThere<Thing>(thing: Thing | undefined): thing is Thing {
  return thing !== undefined;
}
