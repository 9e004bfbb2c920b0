import { describe, expect, test } from '@jest/globals';
import { type Answer, type ApiRequest, textAnswer } from '../../api-server/http-message';
import { Recorder } from '../../api-server/recorder';

const REQUEST: ApiRequest = {
  role: 'UK',
  method: 'POST',
  url: '/',
  path: '/',
  query: new URLSearchParams(),
  rawHeaders: [],
  body: '[]',
  header: () => undefined,
};
const UNTOUCHED = { scenario: null, deliberatelyBroken: false };
const MEBIBYTE = 1_048_576;

function answerOf(bytes: number): Answer {
  return { ...textAnswer(200, '', 'text/plain'), body: Buffer.alloc(bytes, 'a') };
}

describe('the recorder', () => {
  test('keeps a body of one mebibyte and only counts a larger one', () => {
    const recorder = new Recorder();
    recorder.record(0, REQUEST, answerOf(MEBIBYTE), UNTOUCHED);
    recorder.record(0, REQUEST, answerOf(MEBIBYTE + 1), UNTOUCHED);
    expect(recorder.list().map(({ answerBody, answerBytes }) => [answerBody?.length, answerBytes])).toEqual([
      [1_048_576, 1_048_576],
      [undefined, 1_048_577],
    ]);
  });

  test('drops the oldest bodies, never an exchange, once it holds 64 mebibytes', () => {
    const recorder = new Recorder();
    for (let count = 0; count < 66; count++) recorder.record(0, REQUEST, answerOf(MEBIBYTE), UNTOUCHED);
    const kept = recorder.list().map(({ answerBody }) => answerBody !== null);
    expect([kept.length, kept.slice(0, 3), kept.filter(Boolean).length]).toEqual([
      66,
      [false, false, true],
      64,
    ]);
  });

  test('counts from one again after it was cleared', () => {
    const recorder = new Recorder();
    recorder.record(0, REQUEST, answerOf(1), UNTOUCHED);
    recorder.clear();
    recorder.record(1_000, REQUEST, answerOf(1), UNTOUCHED);
    expect(recorder.list()).toMatchObject([{ id: 1, at: '1970-01-01T00:00:01.000Z' }]);
  });
});
