/** What the page shows before there is anything: how to connect, or which token is missing. */

import { useState } from 'preact/hooks';
import { link, unlock } from '../live/socket.ts';
import { Empty } from './empty.tsx';

/** What connects a client, in the directory of a project. */
export const CONNECT_LINES: readonly string[] = [
  'waymark init --client claude',
  'waymark init --client cursor',
  'waymark init --client codex',
];

export function Welcome() {
  return (
    <Empty title="Waiting for the first call" calls={CONNECT_LINES}>
      This memory is empty. Connect a client by one of these lines, in the directory of your
      project; restart the client and ask it for its <code>status</code> tool. This page turns live
      by itself.
    </Empty>
  );
}

export function Locked() {
  const [token, setToken] = useState('');
  const state = link.value;
  return (
    <div class="empty">
      <h2>This memory asks for a token</h2>
      <p>
        {state.is === 'locked' && state.wasRefused
          ? 'The server did not accept the token that this browser has. '
          : ''}
        Paste one of the server’s tokens. It is kept in this browser, for this address only.
      </p>
      <form
        class="call"
        onSubmit={(event) => {
          event.preventDefault();
          if (token !== '') unlock(token);
        }}
      >
        <input
          class="field grow"
          type="password"
          aria-label="Token"
          autocomplete="off"
          value={token}
          onInput={({ currentTarget: { value } }) => setToken(value)}
        />
        <button type="submit" class="button">
          Open
        </button>
      </form>
    </div>
  );
}
