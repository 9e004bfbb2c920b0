import { callHost, checkArguments, type Json, refuseUnknownMembers } from './realm';

const menus = new WeakMap<object, () => { readonly caption: string | null; readonly items: readonly Json[] }>();

/** A menu under construction; `caption` null for the add-on's own. Nothing is shown before `addToUi`. */
export function createMenu(caption: string | null): object {
  const items: Json[] = [];
  const menu: object = refuseUnknownMembers('Menu', {
    addItem(itemCaption: string, functionName: string) {
      checkArguments('Menu.addItem', arguments, ['string', 'string']);
      items.push({ kind: 'item', caption: itemCaption, functionName });
      return menu;
    },
    addSeparator() {
      checkArguments('Menu.addSeparator', arguments, []);
      items.push({ kind: 'separator' });
      return menu;
    },
    addSubMenu(child: object) {
      checkArguments('Menu.addSubMenu', arguments, ['object']);
      const read = menus.get(child);
      if (read === undefined) checkArguments('Menu.addSubMenu', arguments, []);
      else items.push({ ...read(), kind: 'menu' });
      return menu;
    },
    addToUi() {
      checkArguments('Menu.addToUi', arguments, []);
      callHost('Menu.addToUi', null, [{ caption, items }]);
    },
  });
  menus.set(menu, () => ({ caption, items: items.slice() }));
  return menu;
}
