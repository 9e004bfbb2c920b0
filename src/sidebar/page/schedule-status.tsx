import type { ScheduleView } from '../contract-schedule';
import { Button } from './button';
import { Definitions } from './definitions';
import { canTakeOver, describeScheduleStatus } from './schedule-view';
import { Sentence } from './sentence';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { SCHEDULE_WORDS } from './words/schedule';

const TAKE_OVER_HINT = 'take-over-hint';

/** When the next run comes and as whom, what is wrong with that, and how to take it over. */
export function ScheduleStatus({ schedule }: { readonly schedule: ScheduleView }) {
  const status = describeScheduleStatus(schedule);
  return (
    <>
      {status.length > 0 && <Definitions lines={status} look="status-lines" />}
      <Warning sentence={schedule.late} />
      {canTakeOver(schedule) && <TakeOver />}
      <Warning sentence={schedule.zoneProblem} />
      <Warning sentence={schedule.mailProblem} />
    </>
  );
}

function Warning({ sentence }: { readonly sentence: string | null }) {
  return sentence === null ? null : <Sentence look="notice" text={sentence} />;
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
        {SCHEDULE_WORDS.takeOver}
      </Button>
      <p class="hint" id={TAKE_OVER_HINT}>
        {SCHEDULE_WORDS.takeOverHint}
      </p>
    </div>
  );
}
