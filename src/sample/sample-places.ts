import type { Region } from '../employer-api/connection';

/** A venue of the sample employer, whatever it is called. */
export interface SampleVenue {
  /** How large its crews are; 1 is usual. */
  readonly size: number;
  /** The chance that a position is booked, in good times. */
  readonly fill: number;
  /** The chance that a booked person does not come, in good times. */
  readonly noShows: number;
  /** Where in its half-yearly rise and fall it stands, from 0 to 1; without it times are always good. */
  readonly phase?: number;
  /** A tiny venue: open on Fridays and Saturdays, for crews of one or two. */
  readonly isTiny?: true;
}

/** A kind of work of the sample employer. */
export interface SampleRole {
  /** Which of the areas it belongs to. */
  readonly area: number;
  /** How many people a shift usually needs. */
  readonly crew: number;
  /** How long a shift lasts. */
  readonly hours: number;
}

/**
 * Twelve venues. Four of them go through better and worse times, each a quarter of the way behind the other: on any day
 * one is clearly getting worse and one is clearly recovering, and what they were on a day never changes.
 */
export const SAMPLE_VENUES: readonly SampleVenue[] = [
  { size: 1.6, fill: 0.96, noShows: 0.02 },
  { size: 0.9, fill: 0.95, noShows: 0.03 },
  { size: 1.3, fill: 0.96, noShows: 0.03, phase: 0 },
  { size: 0.8, fill: 0.97, noShows: 0.015 },
  { size: 1.5, fill: 0.93, noShows: 0.04 },
  { size: 1.1, fill: 0.96, noShows: 0.03, phase: 0.5 },
  { size: 0.6, fill: 0.94, noShows: 0.02 },
  { size: 0.7, fill: 0.96, noShows: 0.025, phase: 0.25 },
  { size: 1.2, fill: 0.92, noShows: 0.035 },
  { size: 1, fill: 0.96, noShows: 0.02, phase: 0.75 },
  { size: 0.9, fill: 0.95, noShows: 0.05 },
  { size: 0.4, fill: 0.85, noShows: 0.04, isTiny: true },
];

/** Five kinds of work in three areas. */
export const SAMPLE_ROLES: readonly SampleRole[] = [
  { area: 0, crew: 5, hours: 6 },
  { area: 0, crew: 2, hours: 5 },
  { area: 1, crew: 3, hours: 8 },
  { area: 1, crew: 2.4, hours: 7 },
  { area: 2, crew: 3, hours: 6.5 },
];

/** What the venues, areas and kinds of work are called. Every venue says that it is a sample. */
interface SampleNames {
  readonly venues: readonly string[];
  readonly areas: readonly string[];
  readonly roles: readonly string[];
}

/** The names as they are in each region. */
export const SAMPLE_NAMES: Readonly<Record<Region, SampleNames>> = {
  US: {
    venues: venues(
      'Grand Hotel Chicago|Lakeview Bistro Milwaukee|Stadium Club Denver|Harbor House Boston|' +
        'Convention Center Dallas|Riverside Ballroom Austin|Theater Cafe Portland|Museum Kitchen Seattle|' +
        'Airport Lounge Atlanta|Vineyard Estate Napa|Rooftop Bar Miami|Chapel Loft Savannah',
    ),
    areas: ['Front of House', 'Kitchen', 'Bar'],
    roles: ['Server', 'Host', 'Line Cook', 'Dishwasher', 'Bartender'],
  },
  UK: {
    venues: venues(
      'Grand Hotel Leeds|Quayside Bistro Bristol|Stadium Suite Cardiff|Harbour House Liverpool|' +
        'Conference Centre Birmingham|Riverside Ballroom York|Theatre Café Bath|Museum Kitchen Glasgow|' +
        'Airport Lounge Manchester|Country Estate Harrogate|Rooftop Bar London|Chapel Loft Whitby',
    ),
    areas: ['Front of house', 'Kitchen', 'Bar'],
    roles: ['Waiting staff', 'Host', 'Chef', 'Kitchen porter', 'Bar staff'],
  },
};

function venues(names: string): string[] {
  return names.split('|').map((name) => `Sample ${name}`);
}
