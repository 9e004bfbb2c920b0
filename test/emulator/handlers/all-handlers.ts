import type { HostHandlers } from '../bridge';
import { cacheHandlers } from './cache';
import { consoleHandlers } from './console';
import { htmlHandlers } from './html';
import { lockHandlers } from './lock';
import { mailHandlers } from './mail';
import { propertiesHandlers } from './properties';
import { scriptAppHandlers } from './script-app';
import { sessionHandlers } from './session';
import { spreadsheetHandlers } from './spreadsheet';
import { uiHandlers } from './ui';
import { urlFetchHandlers } from './url-fetch';
import { utilitiesHandlers } from './utilities';

/** Every service method that is emulated on the host's side. */
export const handlers: HostHandlers = {
  ...cacheHandlers,
  ...consoleHandlers,
  ...htmlHandlers,
  ...lockHandlers,
  ...mailHandlers,
  ...propertiesHandlers,
  ...scriptAppHandlers,
  ...sessionHandlers,
  ...spreadsheetHandlers,
  ...uiHandlers,
  ...urlFetchHandlers,
  ...utilitiesHandlers,
};
