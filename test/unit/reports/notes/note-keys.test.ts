import { expect, test } from '@jest/globals';
import { noteKeys } from '../../../../src/reports/notes/notes';
import { newReport } from '../../../../src/reports/saved/saved-report';

const CONTENT = {
  refreshedAt: 0,
  generatedAt: null,
  rows: 1,
  from: 1,
  to: 1,
  checks: '',
  hash: '',
  changedAt: 0,
};
const report = (owner: object, id = 'r-1') => ({ ...newReport(id, 1), content: { ...CONTENT, ...owner } });
const ONE = { employer: 'UK 1' };
const OTHER = { employer: 'UK 2' };

test('notes of one employer and report have one key, before and after a write', () => {
  const { oldKey, nextKey } = noteKeys(report(ONE), ONE);

  expect(oldKey).toBe(nextKey);
  expect(noteKeys(report(ONE))).toEqual({ oldKey, nextKey });
  expect(noteKeys({ ...newReport('r-1', 1) }, ONE).nextKey).toBe(nextKey);
});

test('another employer, sample rows and another report have other keys', () => {
  const own = noteKeys(report(ONE), ONE).nextKey;
  const changed = noteKeys(report(ONE), OTHER);
  const toSample = noteKeys(report(ONE), { sample: 's1' });
  const fromSample = noteKeys(report({ sample: 's1' }), ONE);

  expect([changed.oldKey, toSample.oldKey, fromSample.nextKey]).toEqual([own, own, own]);
  expect(
    new Set([own, changed.nextKey, toSample.nextKey, noteKeys(report(ONE, 'r-2'), ONE).nextKey]).size,
  ).toBe(4);
  expect(fromSample.oldKey).toBe(toSample.nextKey);
});
