/** Starts the page. */

import './style.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { startClock } from './clock.ts';
import { startKeys } from './keys.ts';
import { connect, keepAlive } from './live/socket.ts';
import { followAddress } from './router.ts';
import { followMarks } from './seen.ts';
import { startTheme } from './theme.ts';
import { expectView, preloadViews } from './views/all-views.tsx';

/** After the first rows, which come at once, so that the network is theirs. */
const PRELOAD_MS = 1_000;

const root = document.getElementById('app');
if (!root) throw new Error('the shell has no place for the page');
startTheme();
startClock();
startKeys();
followAddress();
followMarks();
expectView();
connect();
keepAlive();
// What the shell shows until now stands in the same place.
root.replaceChildren();
render(<App />, root);
setTimeout(preloadViews, PRELOAD_MS);
