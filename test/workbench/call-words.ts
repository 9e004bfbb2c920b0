import type { ActionView, ExecutionView } from './protocol';

/** One line about everything an action set off. */
export function actionSummary({ executions }: ActionView): string {
  if (executions.length === 0) return 'No execution of the script.';
  const total = (count: (execution: ExecutionView) => number): number =>
    executions.reduce((sum, execution) => sum + count(execution), 0);
  return [
    plural(executions.length, 'execution'),
    plural(total(callCount), 'service call'),
    `${total((execution) => execution.wireCalls).toLocaleString('en')} over the wire`,
    plural(
      total((execution) => execution.requests.length),
      'request',
    ),
    `${plural(
      total((execution) => execution.cellsRead),
      'cell',
    )} read`,
    `${plural(
      total((execution) => execution.cellsWritten),
      'cell',
    )} written`,
    `about ${seconds(total(({ estimateMillis }) => estimateMillis.low))}–${seconds(total(({ estimateMillis }) => estimateMillis.high))} s on Google`,
  ].join(' · ');
}

/** One line about one execution. */
export function executionSummary(execution: ExecutionView): string {
  const { low, high } = execution.estimateMillis;
  const calls = plural(callCount(execution), 'call');
  return `${execution.functionName} (${execution.kind}): ${calls}, about ${seconds(low)}–${seconds(high)} s`;
}

function callCount({ calls }: ExecutionView): number {
  return calls.reduce((sum, { count }) => sum + count, 0);
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

function seconds(millis: number): string {
  return (millis / 1000).toFixed(1);
}
