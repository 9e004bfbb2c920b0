import type { ScheduleView } from '../contract';
import { Button } from './button';
import { canTakeOver, describeScheduleStatus } from './schedule-view';
import { useSidebar } from './use-sidebar';
import { PROGRESS, SENTENCES } from './words';

const TAKE_OVER_HINT = 'take-over-hint';

/** When the next run comes and as whom, what is wrong with that, and how to take it over. */
export function ScheduleStatus({ schedule }: { readonly schedule: ScheduleView }) {
  const status = describeScheduleStatus(schedule);
  return (
    <>
      {status.length > 0 && (
        <dl class="status-lines">
          {status.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Warning sentence={schedule.late} />
      {canTakeOver(schedule) && <TakeOver />}
      <Warning sentence={schedule.mailProblem} />
    </>
  );
}

function Warning({ sentence }: { readonly sentence: string | null }) {
  return sentence === null ? null : <p class="notice">{sentence}</p>;
}

function TakeOver() {
  const { ask, focusNext } = useSidebar();
  const takeOver = async () => {
    const outcome = await ask({
      progress: PROGRESS.takingOver,
      call: (calls) => calls.sidebarTakeOver(),
    });
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (
    <div class="buttons field">
      <Button describedBy={TAKE_OVER_HINT} onClick={() => void takeOver()}>
        Take over
      </Button>
      <p class="hint" id={TAKE_OVER_HINT}>
        {SENTENCES.takeOver}
      </p>
    </div>
  );
}
