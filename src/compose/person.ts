/** The person at the keyboard, as the menu and the sidebar meet them. */
export { askPerson, authorization, requirePerson, showToast } from '../platform/script-app';
