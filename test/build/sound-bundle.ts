import type { BuiltFiles } from '../../build/built-files';
import { parseServiceAddresses } from '../../build/service-addresses';

/** Addresses for bundles made by hand. */
export const ADDRESSES = parseServiceAddresses({
  auth: 'https://auth.staff.example',
  regions: { US: 'https://us.staff.example', UK: 'https://uk.staff.example' },
  reports: {},
});

const MANIFEST = {
  runtimeVersion: 'V8',
  oauthScopes: ['https://www.googleapis.com/auth/spreadsheets.currentonly'],
  urlFetchWhitelist: [
    'https://auth.staff.example/',
    'https://uk.staff.example/',
    'https://us.staff.example/',
  ],
};

/** The entry points of the bundle made by hand. */
export const SOUND_ENTRY_POINTS = { onOpen: 'simple trigger', HOURS: 'custom function' } as const;

/** What to put into an otherwise sound bundle. */
export interface Planted {
  /** Statements inside the bundle's one function. */
  readonly inside?: string;
  /** Statements at the top, after the wrappers. */
  readonly atTop?: string;
  /** Statements of the page's script. */
  readonly pageScript?: string;
  /** Markup of the page's body. */
  readonly markup?: string;
  /** Members of the manifest that replace sound ones. */
  readonly manifest?: object;
  /** The docblock of the custom function. */
  readonly docblock?: string;
}

const DOCBLOCK = `/**
 * Counts hours.
 *
 * @param {string} from First day.
 * @customfunction
 */`;

/** A small bundle without fault, but for what is planted. */
export function makeBundle(planted: Planted = {}): BuiltFiles {
  const { inside = '', atTop = '', pageScript = '', markup = '', docblock = DOCBLOCK } = planted;
  return {
    names: ['Code.js', 'Sidebar.html', 'appsscript.json'],
    texts: {
      'Code.js': `"use strict";
var ShiftReports = (() => {
  function onOpen() {
    SpreadsheetApp.getUi().createAddonMenu().addToUi();
  }
  function HOURS(from) {
    const rows = [3, 1, 2].sort((a, b) => a - b);
    return typeof fetch === "undefined" ? rows.length : from;
  }
  ${inside}
  return { onOpen, HOURS };
})();
function onOpen(event) {
  return ShiftReports.onOpen.apply(this, arguments);
}

${docblock}
function HOURS(from) {
  return ShiftReports.HOURS.apply(this, arguments);
}
${atTop}
`,
      'Sidebar.html': `<!doctype html>
<html lang="en"><head><style>body { color: #202124; }</style></head>
<body><main id="app"></main>${markup}
<script>document.getElementById("app").textContent = "http://www.w3.org/2000/svg"; ${pageScript}</script>
</body></html>
`,
      'appsscript.json': JSON.stringify({ ...MANIFEST, ...planted.manifest }),
    },
  };
}

/** The messages of findings, for comparing. */
export function messagesOf(findings: readonly { readonly message: string }[]): string[] {
  return findings.map(({ message }) => message);
}
