/** The person at the keyboard, as the menu and the sidebar meet them. */
export { requirePerson, showToast } from '../platform/person';
