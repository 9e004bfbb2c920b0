import { parseArgs } from 'node:util';
import { PROMISED, RHOS, runAlertTrials } from './alerts-trials';

// How often alerts are false and in time: npx tsx test/simulation/alerts.ts [--weeks 80000] [--seed 1]
// Ends with 1 when Likely real is false more often, or catches fewer falls, than is promised.
const { values } = parseArgs({
  options: { weeks: { type: 'string', default: '80000' }, seed: { type: 'string', default: '1' } },
});
const trials = runAlertTrials(Number(values.weeks), Number(values.seed));

console.log(
  `Seed ${values.seed}. 20 stable venues at 92%, target 90%, 10 to 60 positions a week, 12 earlier weeks, ${values.weeks} venue-weeks a line.`,
);
console.table(
  trials.map(({ rule, rho, alarms, error, caught, likeness, measured }) => ({
    rule,
    rho,
    'false alarms a week': `${alarms.toFixed(2)} ± ${(1.96 * error).toFixed(2)}`,
    'falls caught %': caught.toFixed(1),
    likeness: likeness.toFixed(2),
    'measured %': (100 * measured).toFixed(0),
  })),
);
const isBroken = trials.some(({ rule, rho, alarms, caught }) => {
  const at = RHOS.indexOf(rho);
  const [most = 0, fewest = 0] = [PROMISED.alarms[at], PROMISED.caught[at]];
  return rule === 'likely_real' && (alarms > most || caught < fewest);
});
if (isBroken) process.exitCode = 1;
