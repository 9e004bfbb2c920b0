import './build-constants';
import { ENDPOINTS } from '../../src/sidebar/endpoints';

/** What each endpoint of the sidebar needs, by the name that tests call it by: `sidebarSaveReport`. */
export const ENDPOINT_NEEDS = new Map(
  Object.entries(ENDPOINTS).map(([name, { needs }]) => [
    `sidebar${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    needs,
  ]),
);
