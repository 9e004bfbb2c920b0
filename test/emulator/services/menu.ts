import { callHost, checked, Exception, type Json, refuseUnknownMembers } from './realm';

const menus = new WeakMap<
  object,
  () => { readonly caption: string | null; readonly items: readonly Json[] }
>();

/** A menu under construction; `caption` null for the add-on's own. Nothing is shown before `addToUi`. */
export function createMenu(caption: string | null): object {
  const items: Json[] = [];
  const menu: object = refuseUnknownMembers('Menu', {
    addItem: checked('Menu.addItem', [['string', 'string']], (itemCaption: string, functionName: string) => {
      items.push({ kind: 'item', caption: itemCaption, functionName });
      return menu;
    }),
    addSeparator: checked('Menu.addSeparator', [[]], () => {
      items.push({ kind: 'separator' });
      return menu;
    }),
    addSubMenu: checked('Menu.addSubMenu', [['object']], (child: object) => {
      const read = menus.get(child);
      if (read === undefined) throw new Exception('Cannot convert Object to Menu.');
      items.push({ ...read(), kind: 'menu' });
      return menu;
    }),
    addToUi: checked('Menu.addToUi', [[]], () => {
      callHost('Menu.addToUi', null, [{ caption, items }]);
    }),
  });
  menus.set(menu, () => ({ caption, items: items.slice() }));
  return menu;
}
