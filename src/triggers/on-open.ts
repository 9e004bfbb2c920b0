/**
 * Puts the add-on's menu under Extensions. Calls no service that needs consent: it also runs before anyone has allowed
 * anything.
 */
export function onOpen(): void {
  try {
    SpreadsheetApp.getUi()
      .createAddonMenu()
      .addItem('Open sidebar', 'showSidebar')
      .addItem('Refresh all reports', 'refreshAllReports')
      .addToUi();
  } catch {
    // A cell can name this function too; the platform's own words must not reach it.
    throw new Error('Use the menu Extensions ▸ Shift Reports: this isn’t a formula.');
  }
}

/** After installing, the menu is there at once. */
export function onInstall(): void {
  onOpen();
}
