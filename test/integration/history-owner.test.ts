import { describe, expect, test } from '@jest/globals';
import { type Scene, Stage, state } from '../support/scene';

/* A table that keeps history, and another employer's credentials: never rows of both. */

const stage = new Stage();

const WORD =
  'Press Refresh and confirm if this is right: the kept days of another employer would be deleted for good, so the old table stays.';
const ids = (scene: Scene) =>
  scene.book
    .values('Shifts!A2:R3000')
    .filter(([day]) => day !== '')
    .map((row) => Number(row[17]));

/** Two days kept of the demo employer; then another employer of its region is connected, and three weeks go by. */
async function switched(): Promise<{ scene: Scene; id: string; before: number[]; form: object }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ period: 'last week', from: '', to: '', mode: 'history' });
  state(scene.refresh(id));
  const before = ids(scene);
  const { employers, demoEmployer } = scene.server;
  const other = employers.find(
    ({ apiAccess, region, employerId }) =>
      apiAccess && region === demoEmployer.region && employerId !== demoEmployer.employerId,
  );
  if (other === undefined) throw new Error('The service has one employer of the region only.');
  scene.emulator.clock.advance(21 * 86_400_000);
  await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
  const form = { clientId: other.clientId, clientSecret: other.clientSecret };
  scene.connect(form);
  return { scene, id, before, form };
}

describe('days that are kept of one employer', () => {
  test('stay as they are until a person says that they may go', async () => {
    const { scene, id, before } = await switched();

    const held = scene.ask('sidebarRefreshReport', id);

    expect(held).toMatchObject({ kind: 'failed', code: 'held_back', message: WORD });
    expect(ids(scene)).toEqual(before);
    expect(state(scene.ask('sidebarState')).reports[0]?.lastRun?.message).toBe(WORD);
  });

  test('go all at once, and never come back beside the other’s', async () => {
    const { scene, id, before } = await switched();

    state(scene.refresh(id));

    const after = ids(scene);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((shift) => before.includes(shift))).toEqual([]);
    expect(scene.ask('sidebarUndoRefresh', id).kind).toBe('failed');
    state(scene.refresh(id));
    expect(ids(scene)).toEqual(after);
  });
});

describe('one employer by another name', () => {
  type Form = Parameters<Scene['connect']>[0];

  test.each<[string, (number: Form) => readonly [Form, Form]]>([
    ['“me” and its number', (number) => [{}, number]],
    ['its number and “me”', (number) => [number, {}]],
    ['the same credentials saved again', () => [{}, {}]],
  ])('(%s) keeps its days, and nobody is asked', async (_title, formsOf) => {
    const scene = await stage.open();
    const [first, then] = formsOf({ employer: String(scene.server.demoEmployer.employerId) });
    scene.connect(first);
    const id = scene.saveReport({ from: '2026-03-01', to: '2026-03-02', mode: 'history' });
    state(scene.refresh(id));
    const before = ids(scene);
    scene.connect(then);
    scene.saveReport({ id, from: '2026-03-03', to: '2026-03-03', mode: 'history' });

    state(scene.ask('sidebarRefreshReport', id));

    expect(ids(scene).slice(0, before.length)).toEqual(before);
    expect(ids(scene).length).toBeGreaterThan(before.length);
  });
});
