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
  sentence: '3,840 shifts of 2026-08-24 to 2026-11-22 sent at 2026-11-21 14:05.',
};

const FAILING: WarehouseView = {
  ...SAVED,
  sentence:
    'Enable the BigQuery API for the project in the Google Cloud console, then refresh: BigQuery refused the shifts of 2026-11-20 to 2026-11-21, which wait.',
  isFailing: true,
};

const HISTORY_RUNNING: WarehouseView = {
  ...SENT,
  history: {
    since: '2025-01-01',
    sentence: 'Sent up to 2025-07-31: 7 of 23 months. The next scheduled run continues.',
    share: 7 / 23,
    isDone: false,
  },
};

const HISTORY_DONE: WarehouseView = {
  ...SENT,
  history: { since: '2025-01-01', sentence: 'All days since 2025-01-01 are sent.', share: 1, isDone: true },
};

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
      first: done(withWarehouse({ ...SAVED, settings: null }, { ...CONNECTED, locale: 'en_GB' })),
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
  'warehouse-checked': scene(SENT, 'Rename the column', {
    press: ['Check'],
    answers: {
      sidebarCheckWarehouse: {
        kind: 'failed',
        code: 'invalid_settings',
        message: 'Rename the column VENUE of shifts to VENUE_NAME: the table was changed.',
        state: withWarehouse(SENT),
        checks: [
          { name: 'Permission', state: 'ok', sentence: '' },
          { name: 'Project', state: 'ok', sentence: 'acme-shifts has BigQuery and billing.' },
          { name: 'Dataset', state: 'ok', sentence: 'shift_reports is in EU.' },
          {
            name: 'shifts',
            state: 'failed',
            sentence: 'Rename the column VENUE to VENUE_NAME: the table was changed.',
          },
          {
            name: 'shift_changes',
            state: 'warning',
            sentence: 'It has one column more: COMMENT. It stays as it is.',
          },
          { name: 'shifts_weekly', state: 'not_reached', sentence: '' },
        ],
      },
    },
  }),
  'warehouse-history-running': scene(HISTORY_RUNNING, '7 of 23 months'),
  'warehouse-history-sending': scene(HISTORY_RUNNING, 'Sending history', {
    press: ['Continue now'],
    answers: { sidebarSendHistory: 'never' },
  }),
  'warehouse-history-done': scene(HISTORY_DONE, 'All days since'),
  'warehouse-removing': scene(SENT, 'Yes, remove it', { press: ['Remove warehouse'] }),
};
