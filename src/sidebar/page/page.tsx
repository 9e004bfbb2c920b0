import { render } from 'preact';
import { useReducer } from 'preact/hooks';
import { App, load } from './app';
import { callScript } from './call-script';
import { createSession } from './session';
import { keepKeyboard } from './status-regions';

/** How often an open page asks for the state, in milliseconds. */
const LOOK_EVERY_MILLIS = 60_000;

const place = document.getElementById('app') as HTMLElement;
const isTyping = () => document.querySelector('form[data-typed]') !== null;
let redraw = (): void => undefined;
const session = createSession(callScript, () => redraw(), isTyping);

/** One component, drawn again: IDs would begin anew with each `render`. */
function Page() {
  const [, draw] = useReducer<number, void>((count) => count + 1, 0);
  redraw = draw;
  return <App session={session} />;
}

// Preact draws beside what is there: the first `Loading` has to go.
place.replaceChildren();
render(<Page />, place);
load(session);
keepKeyboard(place);

// What is shown stays true while the page is seen: it looks every minute, and when someone comes back to it.
const look = () => {
  if (document.visibilityState === 'visible') void session.look();
};
setInterval(look, LOOK_EVERY_MILLIS);
window.addEventListener('focus', look);
document.addEventListener('visibilitychange', look);
