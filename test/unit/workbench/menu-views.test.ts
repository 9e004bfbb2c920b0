import { describe, expect, it } from '@jest/globals';
import type { MenuStructure } from '../../emulator/world/ui-state';
import { functionAt, menuViews } from '../../workbench/menu-views';

const ADD_ON: MenuStructure = {
  caption: null,
  items: [
    { kind: 'item', caption: 'Open sidebar', functionName: 'showSidebar' },
    { kind: 'separator' },
    { kind: 'menu', caption: 'More', items: [{ kind: 'item', caption: 'About', functionName: 'about' }] },
  ],
};
const OWN: MenuStructure = {
  caption: 'Shifts',
  items: [{ kind: 'item', caption: 'Open sidebar', functionName: 'openShifts' }],
};

describe('menus', () => {
  it('of an add-on stand under Extensions and its name', () => {
    expect(menuViews([ADD_ON], 'Reports')).toEqual([
      {
        label: 'Extensions',
        items: [
          {
            label: 'Reports',
            items: [{ label: 'Open sidebar' }, { label: '' }, { label: 'More', items: [{ label: 'About' }] }],
          },
        ],
      },
    ]);
  });

  it('with a name of their own stand in the bar', () => {
    expect(menuViews([OWN], 'Reports')[1]).toEqual({ label: 'Shifts', items: [{ label: 'Open sidebar' }] });
  });

  it.each([
    [['Extensions', 'Reports', 'Open sidebar'], 'showSidebar'],
    [['Extensions', 'Reports', 'More', 'About'], 'about'],
    [['Shifts', 'Open sidebar'], 'openShifts'],
    [['Extensions', 'Other', 'Open sidebar'], undefined],
    [['Extensions', 'Reports', 'More'], undefined],
    [['Shifts', 'About'], undefined],
    [[], undefined],
  ])('lead by %j to %s', (path, functionName) => {
    expect(functionAt([ADD_ON, OWN], 'Reports', path)).toBe(functionName);
  });
});
