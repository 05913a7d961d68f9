/** What stands in the place of rows that cannot come, because the server is away. */

import { link } from '../live/socket.ts';
import { Empty } from './empty.tsx';

/** Not while the page connects for the first time. */
export function isAway(): boolean {
  return link.value.is === 'lost' || link.value.is === 'full';
}

export function Offline() {
  const { is } = link.value;
  return (
    <Empty title="Not connected to the server">
      {is === 'full'
        ? 'The server has all its connections in use. This page tries again, '
        : 'This page connects again by itself, '}
      and loads this view then. What was open before is still there: go back to it to read on.
    </Empty>
  );
}
