import type { SidebarState } from '../../../src/contract/sidebar';
import type { WarehouseView } from '../../../src/contract/warehouse';
import { CONNECTED } from '../../unit/sidebar-page/sample-state';
import { done, IN_USE, type SidebarScene } from './sidebar-states';

/** Settings as a person has saved them. */
export const SAVED: WarehouseView = {
  settings: { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r1'] },
  sentence: '',
  isFailing: false,
  history: null,
};

const SENT: WarehouseView = {
  ...SAVED,
  sentence: 'Sent 3,840 shifts of 24 Aug–22 Nov 2026.',
};

const FAILING: WarehouseView = {
  ...SAVED,
  sentence:
    'Enable the BigQuery API for the project in the Google Cloud console: it is off. 2 days still to be sent: the next refresh sends them.',
  isFailing: true,
};

const HISTORY_RUNNING: WarehouseView = {
  ...SENT,
  history: {
    since: '2025-01-01',
    sentence: 'Sent back to 2026-05-01; 485 days left.',
    share: 206 / 691,
    isDone: false,
  },
};

const HISTORY_DONE: WarehouseView = {
  ...SENT,
  history: { since: '2025-01-01', sentence: 'All days since 1 Jan 2025 are sent.', share: 1, isDone: true },
};

const DENIED =
  'Ask for the roles BigQuery Job User on the project and BigQuery Data Editor on the dataset: this account lacks one of them.';

/** A spreadsheet in use whose page shows this warehouse. */
export function withWarehouse(edition: WarehouseView, state: SidebarState = IN_USE): SidebarState {
  return { ...state, edition };
}

const scene = (edition: WarehouseView, shows: string, more: Partial<SidebarScene> = {}): SidebarScene => ({
  first: done(withWarehouse(edition)),
  tab: 'Settings',
  shows,
  ...more,
});

/** Every state in which a person may find the section `Warehouse`. */
export const WAREHOUSE_SCENES: Readonly<Record<string, SidebarScene>> = {
  'warehouse-new': scene({ ...SAVED, settings: null }, 'Save warehouse'),
  'warehouse-new-without-reports': scene(
    { ...SAVED, settings: null },
    'Add a report of single shifts first',
    {
      first: done(withWarehouse({ ...SAVED, settings: null }, CONNECTED)),
    },
  ),
  'warehouse-refused': scene({ ...SAVED, settings: null }, 'Copy the project ID', {
    press: ['Save warehouse'],
  }),
  'warehouse-saved': scene(SAVED, 'Nothing sent yet'),
  'warehouse-region': scene(
    { ...SAVED, settings: { ...SAVED.settings, location: 'europe-west2' } as WarehouseView['settings'] },
    'Such as europe-west2',
  ),
  'warehouse-sent': scene(SENT, '3,840 shifts'),
  'warehouse-failing': scene(FAILING, 'Enable the BigQuery API'),
  'warehouse-set-up': scene(SENT, 'Not tried', {
    press: ['Set up'],
    answers: {
      sidebarSetUpWarehouse: {
        kind: 'failed',
        code: 'invalid_settings',
        message: DENIED,
        state: withWarehouse(SENT),
        checks: [
          { name: 'Dataset', state: 'ok', sentence: 'It is in EU.' },
          { name: 'Tables', state: 'failed', sentence: DENIED },
          { name: 'Changes', state: 'not_reached', sentence: 'Not tried, since an earlier step failed.' },
        ],
      },
    },
  }),
  'warehouse-history-running': scene(HISTORY_RUNNING, '485 days left'),
  'warehouse-history-sending': scene(HISTORY_RUNNING, 'Sending history', {
    press: ['Continue now'],
    answers: { sidebarSendHistory: 'never' },
  }),
  'warehouse-history-done': scene(HISTORY_DONE, 'All days since'),
  'warehouse-removing': scene(SENT, 'Yes, remove it', { press: ['Remove warehouse'] }),
};
