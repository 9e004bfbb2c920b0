import { render } from 'preact';
import { App } from './app';
import { browserSurroundings, createScriptCalls } from './call-script';

const place = document.getElementById('app');
if (place === null) throw new Error('The page has no place for the sidebar.');
// Preact draws beside what is there: the first `Loading` has to go.
place.replaceChildren();
render(<App calls={createScriptCalls(browserSurroundings())} />, place);
