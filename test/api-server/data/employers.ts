import { createHash } from 'node:crypto';
import type { Region } from '../http-message';
import {
  DOCKSIDE_PLACES,
  HARVEST_PLACES,
  KINGSWAY_PLACES,
  LAKESHORE_PLACES,
  type Workplace,
} from './workplaces';

/** How an employer's days are filled with shifts. */
export interface StaffingHabits {
  readonly workplaces: readonly Workplace[];
  /** Fewest and most shift records a day, before closed days. */
  readonly shiftsPerDay: readonly [least: number, most: number];
  /** Weekdays without any shift; 0 is Sunday. */
  readonly closedOn: readonly number[];
}

/** One employer account as the operator of the service keeps it. */
export interface Employer {
  readonly region: Region;
  readonly employerId: number;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Specification section 5.8: without it the reporting endpoints answer 404. */
  readonly apiAccess: boolean;
  readonly habits: StaffingHabits;
}

type Account = Omit<Employer, 'clientId' | 'clientSecret'>;

const ACCOUNTS: readonly Account[] = [
  {
    region: 'UK',
    employerId: 20417,
    name: 'Kingsway Hospitality Group',
    apiAccess: true,
    habits: { workplaces: KINGSWAY_PLACES, shiftsPerDay: [20, 60], closedOn: [] },
  },
  {
    region: 'UK',
    employerId: 20533,
    name: "Harvest & Hearth Care Homes (St Bride's)",
    apiAccess: true,
    habits: { workplaces: HARVEST_PLACES, shiftsPerDay: [4, 14], closedOn: [0] },
  },
  {
    region: 'US',
    employerId: 1108,
    name: 'Lakeshore Events Inc.',
    apiAccess: true,
    habits: { workplaces: LAKESHORE_PLACES, shiftsPerDay: [6, 24], closedOn: [1] },
  },
  {
    region: 'US',
    employerId: 1264,
    name: 'Dockside Warehousing LLC',
    apiAccess: true,
    habits: { workplaces: DOCKSIDE_PLACES, shiftsPerDay: [3, 10], closedOn: [0, 6] },
  },
  {
    region: 'UK',
    employerId: 20690,
    name: 'Millpond Catering (reports not enabled)',
    apiAccess: false,
    habits: { workplaces: HARVEST_PLACES, shiftsPerDay: [2, 6], closedOn: [] },
  },
];

/**
 * The employers of one seed, the demo employer first.
 *
 * Client IDs and secrets follow from the seed, so that they can be told apart from run to run. Every secret
 * holds characters that a form body must encode.
 */
export function buildEmployers(seed: number): readonly Employer[] {
  return ACCOUNTS.map((account) => ({
    ...account,
    clientId: `employer-${account.employerId}-${digest(`id|${seed}|${account.employerId}`, 12)}`,
    clientSecret: `${digest(`secret|${seed}|${account.employerId}`, 30)}+/%&=~`,
  }));
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '0').slice(0, length);
}
