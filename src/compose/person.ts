/** The person at the keyboard, as the menu and the sidebar meet them. */
export { askPerson, authorization } from '../platform/authorization';
export { requirePerson, showToast } from '../platform/person';
