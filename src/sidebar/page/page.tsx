import { render } from 'preact';
import { App } from './app';
import { callScript } from './call-script';

const place = document.getElementById('app') as HTMLElement;
// Preact draws beside what is there: the first `Loading` has to go.
place.replaceChildren();
render(<App calls={callScript} />, place);
