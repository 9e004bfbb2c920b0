import type { MenuItemView } from '../protocol';
import { element } from './element';

/** What a person chose: the labels from the menu down to the item. */
export type OnChoose = (path: readonly string[]) => void;

/**
 * Shows menus that work by mouse and by keyboard, as the ARIA Authoring Practices describe a menu bar:
 * arrows move, Enter and Space choose, Escape closes, Home and End jump, a letter goes to the item it begins.
 */
export function showMenuBar(bar: HTMLElement, menus: readonly MenuItemView[], onChoose: OnChoose): void {
  const choose: OnChoose = (path) => {
    const focused = bar.contains(document.activeElement);
    closeAll(bar);
    // What had the keyboard is hidden now: Tab goes on from the bar.
    if (focused) bar.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    onChoose(path);
  };
  bar.replaceChildren(...menus.map((menu) => menuItem(menu, [], choose)));
  bar.querySelector('button')?.setAttribute('tabindex', '0');
  bar.addEventListener('keydown', (event) => handleKey(bar, event));
  document.addEventListener('pointerdown', (event) => {
    if (!bar.contains(event.target as Node)) closeAll(bar);
  });
}

function menuItem(item: MenuItemView, parents: readonly string[], choose: OnChoose): HTMLElement {
  const path = [...parents, item.label];
  const button = element('button', { type: 'button', role: 'menuitem', tabindex: '-1' }, item.label);
  const holder = element('div', { class: 'menu-holder', role: 'none' }, button);
  if (item.items === undefined) {
    button.addEventListener('click', () => choose(path));
    return holder;
  }
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  const items = item.items.map((child) =>
    child.label === '' ? element('div', { role: 'separator' }) : menuItem(child, path, choose),
  );
  holder.append(
    element('div', { class: 'menu', role: 'menu', 'aria-label': item.label, hidden: '' }, ...items),
  );
  if (parents.length === 0) {
    button.addEventListener('click', () => setOpen(button, button.getAttribute('aria-expanded') !== 'true'));
    return holder;
  }
  // The pointer opens a submenu before it clicks: the click must not close it again.
  button.addEventListener('click', () => setOpen(button, true));
  holder.addEventListener('pointerenter', () => setOpen(button, true));
  return holder;
}

function setOpen(button: HTMLElement, open: boolean): void {
  for (const sibling of siblings(button)) if (sibling !== button || !open) close(sibling);
  if (!open) return;
  button.setAttribute('aria-expanded', 'true');
  menuOf(button)?.removeAttribute('hidden');
}

function close(button: HTMLElement): void {
  const menu = menuOf(button);
  if (menu === undefined) return;
  for (const inner of itemsOf(menu)) close(inner);
  button.setAttribute('aria-expanded', 'false');
  menu.setAttribute('hidden', '');
}

function closeAll(bar: HTMLElement): void {
  for (const button of itemsOf(bar)) close(button);
}

function handleKey(bar: HTMLElement, event: KeyboardEvent): void {
  const button = (event.target as HTMLElement).closest<HTMLElement>('[role=menuitem]');
  if (button === null) return;
  const level = button.parentElement?.parentElement as HTMLElement;
  const move = nextItem(event, bar, level, button);
  if (move === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  move.focus();
}

/** Where the key leads; `undefined` when it is none of ours. Opens and closes menus on the way. */
function nextItem(
  { key }: KeyboardEvent,
  bar: HTMLElement,
  level: HTMLElement,
  button: HTMLElement,
): HTMLElement | undefined {
  const inBar = level === bar;
  const items = itemsOf(level);
  const step = (by: number): HTMLElement | undefined =>
    items[(items.indexOf(button) + by + items.length) % items.length];
  if (key === 'Escape' || (key === 'ArrowLeft' && !inBar)) return backOut(level);
  const opens = button.hasAttribute('aria-haspopup') && (key === 'Enter' || key === ' ');
  if (opens || key === (inBar ? 'ArrowDown' : 'ArrowRight')) return enter(button);
  if (key === (inBar ? 'ArrowRight' : 'ArrowDown')) return step(1);
  if (key === (inBar ? 'ArrowLeft' : 'ArrowUp')) return step(-1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (/^\p{L}$/u.test(key))
    return items.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
  return undefined;
}

function enter(button: HTMLElement): HTMLElement | undefined {
  const menu = menuOf(button);
  if (menu === undefined) return undefined;
  setOpen(button, true);
  return itemsOf(menu)[0];
}

function backOut(level: HTMLElement): HTMLElement | undefined {
  const opener = level.parentElement?.querySelector<HTMLElement>(':scope > [role=menuitem]') ?? undefined;
  if (opener) close(opener);
  return opener;
}

function menuOf(button: HTMLElement): HTMLElement | undefined {
  return button.parentElement?.querySelector<HTMLElement>(':scope > [role=menu]') ?? undefined;
}

function itemsOf(level: HTMLElement): HTMLElement[] {
  return [...level.querySelectorAll<HTMLElement>(':scope > .menu-holder > [role=menuitem]')];
}

function siblings(button: HTMLElement): HTMLElement[] {
  return itemsOf(button.parentElement?.parentElement as HTMLElement);
}
