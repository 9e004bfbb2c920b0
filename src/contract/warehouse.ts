import * as v from 'valibot';
import { type FormSpec, SAVED_ID } from './form';
import { describePeriod, type ReportForm } from './reports';

/** 6 to 30 lower-case letters, digits and hyphens; an old one may begin with the domain of its owner. */
const PROJECT = /^(?:[a-z0-9.-]{1,200}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const DATASET = /^\w{1,1024}$/;
/** `EU` and `US` are multi-regions, all others single regions: `europe-west2`. */
const LOCATION = /^(?:EU|US|[a-z]+-[a-z]+\d{1,2})$/;

const PROJECT_PROBLEM =
  'Copy the project ID from the Google Cloud console: 6 to 30 lower-case letters, digits and hyphens, such as acme-shifts.';
const DATASET_PROBLEM =
  'Enter the name of a dataset: letters, digits and underscores, such as shift_reports.';
const LOCATION_PROBLEM = 'Enter EU, US or a region such as europe-west2.';
const DAY_PROBLEM = 'Choose the first day.';
/** Before the service: a year that was mistyped would ask for thousands of empty months. */
const FIRST_DAY = '2000-01-01';

/** The settings of the warehouse. */
export const WAREHOUSE_FORM = v.strictObject({
  project: v.pipe(v.string(PROJECT_PROBLEM), v.trim(), v.regex(PROJECT, PROJECT_PROBLEM)),
  dataset: v.pipe(v.string(DATASET_PROBLEM), v.trim(), v.regex(DATASET, DATASET_PROBLEM)),
  location: v.pipe(v.string(LOCATION_PROBLEM), v.trim(), v.regex(LOCATION, LOCATION_PROBLEM)),
  /** The IDs of the saved reports whose rows are also sent. */
  reports: v.array(SAVED_ID),
});

/** What a person enters for the warehouse. */
export type WarehouseForm = Readonly<v.InferOutput<typeof WAREHOUSE_FORM>>;

/** The form of the settings. It depends on the reports whose rows are shifts: others are never sent. */
export const WAREHOUSE_FIELDS: FormSpec<WarehouseForm, readonly (ReportForm & { readonly id: string })[]> = {
  project: {
    control: 'text',
    label: 'Project',
    hint: 'The project ID, as the Google Cloud console shows it.',
  },
  dataset: {
    control: 'text',
    label: 'Dataset',
    hint: 'Letters, digits and underscores, such as shift_reports.',
  },
  location: {
    control: 'text',
    label: 'Location',
    hint: 'Where BigQuery keeps the dataset: EU, US or a region such as europe-west2. It can\u2019t be changed later.',
    choices: () => ['EU', 'US'].map((value) => ({ value, label: value })),
  },
  reports: {
    control: 'checks',
    label: 'Also send to the warehouse',
    choices: (_, reports) =>
      reports.map((one) => ({ value: one.id, label: one.sheet, hint: describePeriod(one) })),
    hint: (_, reports) =>
      reports.length === 0 ? 'Add a report of single shifts first. Grouped reports aren’t sent.' : '',
  },
};

/** The form of the history to send. */
export const HISTORY_FIELDS: FormSpec<HistoryForm> = {
  since: {
    control: 'date',
    label: 'Send history since',
    hint: 'Sends month by month. What one run can\u2019t send, the next scheduled run does.',
  },
};

/** The first day of the history to send. */
export const HISTORY_FORM = v.strictObject({
  since: v.pipe(v.string(DAY_PROBLEM), v.trim(), v.isoDate(DAY_PROBLEM), v.minValue(FIRST_DAY, DAY_PROBLEM)),
});

/** What a person enters to send history. */
export type HistoryForm = Readonly<v.InferOutput<typeof HISTORY_FORM>>;

/** The views that a connected table may show. */
export const WAREHOUSE_VIEWS = ['shifts_weekly', 'shifts_by_venue'] as const;

/** One of `WAREHOUSE_VIEWS`. */
export type WarehouseViewName = (typeof WAREHOUSE_VIEWS)[number];
