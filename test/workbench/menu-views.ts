import type { MenuItem, MenuStructure } from '../emulator/world/ui-state';
import type { MenuItemView } from './protocol';

/**
 * The menus that the script built, as Google Sheets shows them: an add-on's under Extensions and its own name, a
 * bound script's in the bar.
 *
 * @param addOnName The name in the add-on's listing.
 */
export function menuViews(menus: readonly MenuStructure[], addOnName: string): MenuItemView[] {
  const inBar = menus.filter(({ caption }) => caption !== null);
  const ofAddOn = menus.filter(({ caption }) => caption === null);
  return [
    {
      label: 'Extensions',
      items: ofAddOn.map(({ items }) => ({ label: addOnName, items: items.map(itemView) })),
    },
    ...inBar.map(({ caption, items }) => ({ label: caption ?? '', items: items.map(itemView) })),
  ];
}

/** The function behind an item. @param path Labels from the bar down. @returns `undefined` when there is no such item. */
export function functionAt(
  menus: readonly MenuStructure[],
  addOnName: string,
  path: readonly string[],
): string | undefined {
  const [top, ...rest] = path;
  const inside = (items: readonly MenuItem[], labels: readonly string[]): string | undefined => {
    const found = items.find((item) => item.kind !== 'separator' && item.caption === labels[0]);
    if (found?.kind === 'menu') return inside(found.items, labels.slice(1));
    return found?.kind === 'item' && labels.length === 1 ? found.functionName : undefined;
  };
  for (const { caption, items } of menus) {
    const labels =
      caption === null ? (top === 'Extensions' && rest[0] === addOnName ? rest.slice(1) : []) : rest;
    const isHere = caption === null || caption === top;
    const name = isHere ? inside(items, labels) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

function itemView(item: MenuItem): MenuItemView {
  if (item.kind === 'separator') return { label: '' };
  return item.kind === 'menu'
    ? { label: item.caption, items: item.items.map(itemView) }
    : { label: item.caption };
}
