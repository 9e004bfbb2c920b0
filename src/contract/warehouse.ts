import * as v from 'valibot';
import { choicesOf, choose, FIRST_DAY, field, SAVED_ID } from './form';

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

/** The settings of the warehouse. */
export const WAREHOUSE_FORM = v.object({
  project: field(v.pipe(v.string(), v.trim(), v.regex(PROJECT, PROJECT_PROBLEM)), {
    control: 'text',
    label: 'Project',
    hint: 'The project ID, as the Google Cloud console shows it.',
  }),
  dataset: field(v.pipe(v.string(), v.trim(), v.regex(DATASET, DATASET_PROBLEM)), {
    control: 'text',
    label: 'Dataset',
    hint: 'Letters, digits and underscores, such as shift_reports.',
  }),
  location: field(v.pipe(v.string(), v.trim(), v.regex(LOCATION, LOCATION_PROBLEM)), {
    control: 'text',
    label: 'Location',
    hint: 'Where BigQuery keeps the dataset: EU, US or a region such as europe-west2. It can\u2019t be changed later.',
    choices: choicesOf({ EU: 'EU', US: 'US' }),
  }),
  /** The IDs of the saved reports whose rows are also sent: of single shifts only. */
  reports: field(v.array(SAVED_ID), { control: 'checks', label: 'Also send to the warehouse' }),
});

/** The first day of the history to send. */
export const HISTORY_FORM = v.object({
  since: field(v.pipe(v.string(), v.trim(), v.isoDate(DAY_PROBLEM), v.minValue(FIRST_DAY, DAY_PROBLEM)), {
    control: 'date',
    label: 'Send history since',
    hint: 'Sends month by month. What one run can\u2019t send, the next one does.',
  }),
});

/** A sheet that shows a view. */
export const VIEW_FORM = v.object({
  view: choose(
    'Connected table',
    choicesOf({ shifts_weekly: 'Totals by week', shifts_by_venue: 'Totals by venue and week' }),
    { hint: 'Adds a sheet with the newest 500 lines. For more, choose Extract or Pivot table on it.' },
  ),
});
