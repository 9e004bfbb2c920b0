/** The person at the keyboard, as the menu and the sidebar meet them. */
export { askPerson, authorization } from '../platform/script-app';
export { requirePerson, showToast } from '../platform/sheet-writer';
