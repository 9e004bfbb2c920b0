import { describe, expect, test } from '@jest/globals';
import { ANN, BOB, Stage } from '../support/scene';

/* The menu under Extensions. */

const stage = new Stage();

describe('the menu', () => {
  test.each(['bound', 'add-on'] as const)(
    'of a script that is %s opens the built sidebar',
    async (installation) => {
      const scene = await stage.open({ installation });
      const person = scene.book.as(ANN);

      const menu = person.open();
      person.clickMenu('Open sidebar');

      expect(menu.map(({ caption }) => caption)).toEqual(['Open sidebar', 'Refresh all reports']);
      expect(scene.emulator.ui.windows[0]).toMatchObject({ title: 'Shift Reports' });
    },
  );

  test('is there before the add-on is enabled in a spreadsheet, and right after installing', async () => {
    const scene = await stage.open({ installation: 'add-on' });

    expect(scene.book.as(ANN).open(false)).toHaveLength(2);
    expect(scene.book.as(BOB).install()?.outcome.kind).toBe('returned');
    expect(scene.book.as(BOB).menu()).toHaveLength(2);
  });
});
