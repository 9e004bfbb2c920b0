/**
 * Puts the add-on's menu under Extensions. Calls no service that needs consent: it also runs before anyone
 * has allowed anything.
 */
export function onOpen(): void {
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem('Open sidebar', 'showSidebar')
    .addItem('Refresh all reports', 'refreshAllReports')
    .addToUi();
}

/** After installing, the menu is there at once. */
export function onInstall(): void {
  onOpen();
}
