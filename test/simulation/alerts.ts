import { parseArgs } from 'node:util';
import {
  type AlertTrials,
  DOCUMENTED,
  DRIFT_WEEKS,
  type Earlier,
  RHOS,
  runAlertTrials,
  runDriftTrials,
} from './alerts-trials';

// How often alerts speak: npx tsx test/simulation/alerts.ts [--weeks 8000] [--seed 1]
// Ends with 1 when a figure is off the documented one by more than a fifth and by more than chance.
const { values } = parseArgs({
  options: { weeks: { type: 'string', default: '8000' }, seed: { type: 'string', default: '1' } },
});
const weeks = Number(values.weeks);
const seed = Number(values.seed);

const HISTORIES: readonly (readonly [string, Earlier])[] = [
  ['the own mean known, as documented', 'known'],
  ['the own mean of 12 earlier weeks, as of “last 13 weeks”', 12],
  ['the own mean of 13 of 21 earlier weeks', 21],
];

console.log(
  `Seed ${seed}. Stable venues at 92 %, target 90 %, 10 to 60 positions a week, ${weeks} venue-weeks a line.`,
);
for (const [name, earlier] of HISTORIES) {
  const trials = runAlertTrials(earlier, weeks, seed);
  console.log(`With ${name}`);
  console.table(trials.map(line));
  if (earlier === 'known' && trials.some(isOff)) process.exitCode = 1;
}

console.log(
  `Venues that go from 92 to 86 % within eight weeks: told by week ${DRIFT_WEEKS.join(', ')}, in percent`,
);
const shown = (figures: readonly number[]) => figures.map((figure) => figure.toFixed(0)).join(', ');
console.table(
  runDriftTrials(Math.ceil(weeks / 16), seed).map(({ strictness, bySingleWeeks, withRuns }) => ({
    rule: strictness,
    'by single weeks': shown(bySingleWeeks),
    'with eight together': shown(withRuns),
  })),
);

function line(trials: AlertTrials) {
  const { strictness, rho, alarms, drifts, caught, error } = trials;
  const documented = documentedFor(trials);
  return {
    rule: strictness,
    rho,
    'false alarms a week': `${alarms.toFixed(2)} ± ${(1.96 * error).toFixed(2)}`,
    documented: documented.alarms,
    'off by %': Math.round(100 * (alarms / documented.alarms - 1)),
    'more by drift': drifts.toFixed(2),
    'falls caught %': caught.toFixed(1),
    'documented %': documented.caught,
  };
}

function documentedFor({ strictness, rho }: AlertTrials): {
  readonly alarms: number;
  readonly caught: number;
} {
  const at = RHOS.indexOf(rho);
  const { alarms, caught } = DOCUMENTED[strictness];
  return { alarms: alarms[at] ?? 0, caught: caught[at] ?? 0 };
}

function isOff(trials: AlertTrials): boolean {
  const documented = documentedFor(trials);
  const off = Math.abs(trials.alarms - documented.alarms);
  const isAlarmsOff = off > documented.alarms / 5 && off > 1.96 * trials.error;
  return isAlarmsOff || Math.abs(trials.caught - documented.caught) > documented.caught / 5;
}
