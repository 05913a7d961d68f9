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
import { expectView } from './views/all-views.tsx';

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
