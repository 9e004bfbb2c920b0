import { describe, expect, it } from '@jest/globals';
import { actionSummary, executionSummary } from '../../workbench/call-words';
import type { ExecutionView } from '../../workbench/protocol';

const REFRESH: ExecutionView = {
  id: 1,
  kind: 'sidebar',
  functionName: 'sidebarRefreshAll',
  failure: null,
  calls: [
    { method: 'Sheet.getRange', count: 3 },
    { method: 'Range.setValues', count: 1 },
  ],
  wireCalls: 1,
  cellsRead: 1,
  cellsWritten: 90_018,
  requests: [{ method: 'POST', url: 'https://uk.example/', outcome: 200 }],
  estimateMillis: { low: 1_240, high: 3_400 },
};

describe('the call panel', () => {
  it('sums up everything an action set off', () => {
    expect(
      actionSummary({ title: 'x', executions: [REFRESH, { ...REFRESH, requests: [], cellsRead: 0 }] }),
    ).toBe(
      '2 executions · 8 service calls · 2 over the wire · 1 request · 1 cell read · 180,036 cells written · ' +
        'about 2.5–6.8 s on Google',
    );
  });

  it('says so when nothing ran', () => {
    expect(actionSummary({ title: 'x', executions: [] })).toBe('No execution of the script.');
  });

  it('names each execution with its kind', () => {
    expect(executionSummary(REFRESH)).toBe('sidebarRefreshAll (sidebar): 4 calls, about 1.2–3.4 s');
  });
});
