import { describe, expect, test } from '@jest/globals';
import { FakeScriptRunner } from './fake-script-runner';

interface Endpoints {
  readonly sidebarState: (argument: string) => void;
}

describe('the fake of google.script.run', () => {
  test('gives each call the handlers set on its own runner', () => {
    const heard: unknown[] = [];
    const script = new FakeScriptRunner(['sidebarState']);
    const plain = script.surroundings.runner();
    const listening = plain
      .withSuccessHandler((result) => heard.push(['success', result]))
      .withFailureHandler((error) => heard.push(['failure', error]));
    for (const runner of [plain, listening]) {
      (runner as unknown as Endpoints).sidebarState('argument');
    }
    for (const call of script.calls) {
      call.succeed(1);
      call.fail(2);
    }
    expect(script.calls.map(({ args }) => args)).toEqual([['argument'], ['argument']]);
    expect(heard).toEqual([
      ['success', 1],
      ['failure', 2],
    ]);
  });

  test('has the endpoints it was given and no others', () => {
    expect(Object.keys(new FakeScriptRunner(['a']).surroundings.runner()).sort()).toEqual([
      'a',
      'withFailureHandler',
      'withSuccessHandler',
    ]);
  });
});
