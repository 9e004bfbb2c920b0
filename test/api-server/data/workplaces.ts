/** A kind of shift an employer posts: where, as what, how many people, how long, and how well it fills. */
export interface Workplace {
  readonly venue: string;
  /** Empty where the venue is not divided. */
  readonly area: string;
  readonly jobTitle: string;
  /** Fewest and most positions in one shift record. */
  readonly crew: readonly [least: number, most: number];
  /** Possible lengths of the shift in hours. */
  readonly hours: readonly number[];
  /** How likely a position is booked by the day itself, 0 to 1. */
  readonly fillRate: number;
  /** How likely a booked person does not turn up, 0 to 1. */
  readonly noShowRate: number;
  /** How often this kind of shift is posted, against the employer's others. */
  readonly weight: number;
}

type Row = Readonly<Parameters<typeof workplace>>;

const DAY_SHIFTS = [4, 5.5, 6, 7.5, 8] as const;
const LONG_SHIFTS = [8, 10, 11.75, 12] as const;

/**
 * Crews of every size and the kinds of names people type: commas, accents, apostrophes, ampersands, other
 * scripts, and two that a spreadsheet would take for a formula.
 */
export const KINGSWAY_PLACES = toWorkplaces([
  ['Grand Hotel, London', 'Banqueting', 'Waiting Staff', [4, 24], DAY_SHIFTS, 0.94, 0.04, 10],
  ['Grand Hotel, London', 'Kitchen', 'Kitchen Porter', [1, 6], DAY_SHIFTS, 0.9, 0.06, 8],
  ['Grand Hotel, London', 'Kitchen', 'Chef de Partie', [1, 3], LONG_SHIFTS, 0.71, 0.02, 6],
  ['Grand Hotel, London', 'Front of House', 'Receptionist', [1, 2], DAY_SHIFTS, 0.97, 0.01, 4],
  ["The King's Head, Islington", 'Bar', 'Bartender', [1, 5], DAY_SHIFTS, 0.88, 0.05, 9],
  ["The King's Head, Islington", 'Garden', 'Barback', [1, 3], DAY_SHIFTS, 0.82, 0.09, 5],
  ['Café Étoile – Salon d’Été', 'Salle', 'Commis Waiter', [1, 8], DAY_SHIFTS, 0.91, 0.03, 7],
  ['Café Étoile – Salon d’Été', 'Pâtisserie', 'Pâtissier', [1, 2], DAY_SHIFTS, 0.66, 0.02, 3],
  ['=Equals Kitchen & Bar', 'Kitchen', 'Kitchen Porter', [1, 4], DAY_SHIFTS, 0.85, 0.07, 4],
  ['+44 Rooftop', 'Bar', 'Mixologist', [1, 4], DAY_SHIFTS, 0.79, 0.05, 4],
  ['Søren’s Smørrebrød', 'Counter', 'Barista', [1, 3], DAY_SHIFTS, 0.93, 0.02, 4],
  ['Ταβέρνα Soho', 'Hall', 'Host/Hostess', [1, 3], DAY_SHIFTS, 0.89, 0.03, 3],
  ['Riverside Stadium', 'Gate A-D', 'Steward', [20, 60], DAY_SHIFTS, 0.87, 0.08, 3],
  ['Riverside Stadium', 'Hospitality Boxes', 'Waiting Staff', [6, 30], DAY_SHIFTS, 0.9, 0.05, 3],
]);

/** Small crews, mostly one person, an undivided venue, and one venue name spelt in two ways. */
export const HARVEST_PLACES = toWorkplaces([
  ["St Bride's House", 'Ward 2', 'Care Assistant', [1, 3], LONG_SHIFTS, 0.84, 0.03, 8],
  ["St Bride's House", 'Ward 2', 'Registered Nurse', [1, 1], LONG_SHIFTS, 0.62, 0.01, 5],
  ["st bride's  house", 'Ward 2', 'Care Assistant', [1, 2], LONG_SHIFTS, 0.84, 0.03, 1],
  ['Orchard View (Nights)', '', 'Night Carer', [1, 2], LONG_SHIFTS, 0.78, 0.04, 6],
  ['Bryn-y-Môr', 'Kitchen', 'Cook', [1, 1], DAY_SHIFTS, 0.7, 0.02, 3],
  ['- Relief Pool -', '', '@Bank Staff', [1, 2], LONG_SHIFTS, 0.55, 0.06, 2],
]);

/** Large crews at irregular events. */
export const LAKESHORE_PLACES = toWorkplaces([
  ['Lakeshore Pavilion', 'Main Stage', 'Event Staff', [8, 48], [6, 8, 10], 0.92, 0.07, 8],
  ['Lakeshore Pavilion', 'Concessions', 'Cashier', [2, 14], [6, 8], 0.95, 0.05, 7],
  ["O'Malley's Ballroom", 'Ballroom', 'Banquet Server', [4, 20], [5, 6.5, 8], 0.89, 0.06, 6],
  ['1871 Club', 'Coat Check', 'Attendant', [1, 2], [5, 6.5], 0.97, 0.02, 4],
  ['Peña José, Pilsen', 'Cocina', 'Line Cook', [1, 4], [8, 10], 0.74, 0.04, 4],
  ['"The Loft" @ Fulton', 'Loft', 'Bartender', [1, 6], [6, 8], 0.88, 0.05, 4],
]);

/** Weekday work in one trade. */
export const DOCKSIDE_PLACES = toWorkplaces([
  ['Dock 7', 'Receiving', 'Forklift Operator', [1, 4], [8, 10], 0.83, 0.05, 6],
  ['Dock 7', 'Picking', 'Order Picker', [3, 25], [8, 10], 0.9, 0.11, 8],
  ['Dock 12/B', 'Returns', 'Warehouse Associate', [1, 9], [4, 8], 0.86, 0.09, 5],
  ['00 Cold Store', 'Freezer', 'Warehouse Associate', [1, 3], [4, 6], 0.58, 0.12, 3],
]);

function toWorkplaces(rows: readonly Row[]): readonly Workplace[] {
  return rows.map((row) => workplace(...row));
}

function workplace(
  venue: string,
  area: string,
  jobTitle: string,
  crew: Workplace['crew'],
  hours: Workplace['hours'],
  fillRate: number,
  noShowRate: number,
  weight: number,
): Workplace {
  return { venue, area, jobTitle, crew, hours, fillRate, noShowRate, weight };
}
