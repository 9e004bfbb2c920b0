import { byId, element } from './element';

/** Fills the Extensions menu with the add-on's items. The browser's popover closes by Escape and by a click elsewhere. */
export function showMenu(captions: readonly string[], onChoose: (caption: string) => void): void {
  const menu = byId('extensions');
  const items = captions.map((caption, at) =>
    element('button', { type: 'button', ...(at === 0 ? { autofocus: '' } : {}) }, caption),
  );
  for (const item of items) {
    item.addEventListener('click', () => {
      menu.hidePopover();
      onChoose(item.innerText);
    });
  }
  menu.append(...items);
  menu.addEventListener('beforetoggle', () => {
    menu.style.left = `${byId('open-extensions').offsetLeft}px`;
  });
  menu.addEventListener('keydown', ({ key }) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    if (step !== undefined) items.at((at + step) % items.length)?.focus();
  });
}
