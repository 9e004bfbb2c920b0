import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PropertyStore } from '../../../src/reports/ports';

/** What every property store owes to those who use it. */
export function describePropertyStore(name: string, create: () => PropertyStore): void {
  describe(`${name} as a property store`, () => {
    let store: PropertyStore;

    beforeEach(() => {
      store = create();
      for (const property of Object.keys(store.readAll())) store.remove(property);
    });

    test('is empty at first', () => {
      expect(store.readAll()).toEqual({});
    });

    test('sets what is written and leaves the rest', () => {
      store.write({ one: '1', two: '2' });
      store.write({ two: 'zwei €', three: '' });
      expect(store.readAll()).toEqual({ one: '1', two: 'zwei €', three: '' });
    });

    test('forgets what is removed, and minds not if it was not there', () => {
      store.write({ one: '1', two: '2' });
      store.remove('one');
      store.remove('one');
      expect(store.readAll()).toEqual({ two: '2' });
    });
  });
}
