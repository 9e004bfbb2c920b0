import { describe, expect, test } from '@jest/globals';
import { Stage } from '../support/scene';
import { sentenceOf, tokenSentenceOf } from '../support/sentences';
import { SurfaceScene } from '../support/surface-run';

/* No redirect is followed: neither the secret nor a token goes where an answer points to. */

const stage = new Stage();

const CASES = [302, 307].flatMap((status) =>
  (['token', 'report'] as const).flatMap((call) =>
    (['the same host', 'another host'] as const).map((target) => ({ status, call, target })),
  ),
);

describe('a redirect', () => {
  test.each(CASES)('$status of the $call call to $target is refused', async ({ status, call, target }) => {
    const opened = await SurfaceScene.open(stage, 'cell', call === 'token' ? 'none' : 'kept');
    const { server, addresses } = opened.scene;
    const sameHost = call === 'token' ? addresses.auth : addresses.regions.UK;
    // A host that the manifest allows and that would answer.
    const otherHost = addresses.regions.US;
    const location = `${target === 'the same host' ? sameHost : otherHost}/elsewhere`;
    await server.setScenario(call, { name: 'redirect', status, location });
    const before = (await server.requests()).length;

    const run = opened.run();

    const told = call === 'token' ? tokenSentenceOf : sentenceOf;
    expect(run.message).toMatch(told('redirect_refused', status));
    expect(run).toMatchObject(call === 'token' ? { tokens: 1, reports: 0 } : { tokens: 0, reports: 1 });
    const arrived = (await server.requests()).slice(before);
    expect(arrived.map(({ url, role }) => [url.includes('elsewhere'), role])).toEqual([
      [false, call === 'token' ? 'auth' : 'UK'],
    ]);
  });

  test('a refused one names neither address', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const location = 'https://elsewhere.example/sign-in?back=1';
    await opened.scene.server.setScenario('report', { name: 'redirect', status: 302, location });

    const run = opened.run();

    expect(run.message).not.toMatch(/elsewhere|example|https?:/);
  });
});
