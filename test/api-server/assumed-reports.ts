/**
 * Where the two reports without a published address stand on this server, as `reports` in
 * `build/service-addresses.json` takes them.
 *
 * Everything about them is assumed (gaps.md): `assumed` in the path keeps anyone from taking it for the service's.
 */
export const ASSUMED_REPORTS = {
  worker_turnover: {
    path: 'assumed/worker_turnover',
    parameters: { from_date: '{from}', to_date: '{to}' },
  },
  shift_fulfilment_aggregated: {
    path: 'assumed/shift_fulfilment_aggregated',
    parameters: { from_date: '{from}', to_date: '{to}', group_by: '{by}' },
  },
} as const;
