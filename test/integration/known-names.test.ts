import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { BOB, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* The names that the sidebar offers, and what it says of one that no refresh has seen. */

const DAY = '2026-03-05';
const VENUES = ['Grand Hotel, London', 'Café Étoile', 'Riverside Stadium', 'The Old Mill', '>Bar'];
const FORM = { id: null, period: 'custom', from: '2026-03-01', to: '2026-03-07', sheet: 'Shifts' };

const stage = new Stage();

/** A spreadsheet whose refresh has seen the venues. */
async function refreshed(audience: 'everyone' | 'me' = 'everyone'): Promise<Scene> {
  const scene = await stage.open();
  state(scene.ask('sidebarConnect', scene.form({ audience })));
  await scene.serve(VENUES.map((venue) => sentRecord({ day: DAY, venue, posted: 1, booked: 1, worked: 1 })));
  state(scene.ask('sidebarRefreshReport', scene.saveReport({ ...FORM })));
  return scene;
}

/** Saves a report, refreshes it, and gives what its card says of a name. */
function strangerOf(scene: Scene, filters: object) {
  const id = state(scene.ask('sidebarState')).reports.find(({ sheet }) => sheet === 'Another')?.id ?? null;
  const [saved] = state(
    scene.ask('sidebarSaveReport', { ...FORM, id, sheet: 'Another', ...filters }),
  ).reports.slice(-1);
  return state(scene.refresh(saved?.id ?? '')).reports.slice(-1)[0]?.stranger;
}

const namesOf = (outcome: SidebarOutcome) => (outcome.kind === 'done' ? outcome.names : undefined);

describe('the names that refreshes have seen', () => {
  test.each(['everyone', 'me'] as const)(
    'come with the state, for %s, in four calls at most',
    async (audience) => {
      const scene = await refreshed(audience);
      const outcome = scene.ask('sidebarState');

      expect([...(namesOf(outcome)?.venue ?? [])].sort()).toEqual([...VENUES].sort());
      expect(scene.last.wireCalls).toBe(audience === 'everyone' ? 2 : 4);
      expect(scene.last.fetches).toBe(0);
    },
  );

  test('are not those of another connection, nor told to a person without one', async () => {
    const scene = await refreshed('me');
    expect(namesOf(scene.ask('sidebarState', undefined, BOB))).toBeUndefined();
    state(scene.ask('sidebarConnect', scene.form({ audience: 'me' })));
    expect(namesOf(scene.ask('sidebarState'))).toBeUndefined();
  });
});

/** One slip or two in each: a letter left out, put in, wrong or swapped with its neighbour, and accents left out. */
const MISSPELLINGS = [
  ['Grnd Hotel, Londn', 'Grand Hotel, London'],
  ['Caffe Étoile', 'Café Étoile'],
  ['River side Stadiun', 'Riverside Stadium'],
  ['The Odl Mill', 'The Old Mill'],
] as const;

describe('a report whose filter names what no refresh has seen', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await refreshed();
  });

  test.each(MISSPELLINGS)('says what it may mean, with that filter: %s', (typed, meant) => {
    expect(strangerOf(scene, { venue: `<>${typed}; Bar` })).toEqual({
      sentence: `Unknown venue “${typed}”. Did you mean “${meant}”?`,
      ...{ kind: 'venue', name: typed, meant },
    });
  });

  test('says so where no name is near', () => {
    expect(strangerOf(scene, { venue: 'The Old Mill; Pier' })).toEqual({
      sentence: 'Choose another venue: no refresh has seen “Pier”.',
      ...{ kind: 'venue', name: 'Pier' },
    });
  });

  test.each([
    ['as they were seen', { venue: 'Grand Hotel, London; >Bar' }],
    ['in another case', { venue: 'grand hotel, LONDON' }],
    ['in patterns', { venue: 'Pier*; <>*Mill' }],
  ])('says nothing of names %s', (_, filters) => {
    expect(strangerOf(scene, filters)).toBeNull();
  });
});
