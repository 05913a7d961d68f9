/** Starts the page. */

import './style.css';
import { render } from 'preact';
import type { HeadRow } from '../src/observatory/views/head-view.ts';
import { useRows } from './live/rows.ts';
import { connect, keepAlive, link } from './live/socket.ts';
import { followAddress } from './router.ts';

function App() {
  const { rows } = useRows<HeadRow>('head');
  return (
    <main>
      {link.value.is} {rows.get('head')?.seq}
    </main>
  );
}

const root = document.getElementById('app');
if (root) {
  followAddress();
  connect();
  keepAlive();
  render(<App />, root);
}
