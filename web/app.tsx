/** The whole page: head, one view, and the detail beside it. */

import './shell/shell.css';
import { useEffect, useState } from 'preact/hooks';
import { type KeyAction, useKeys } from './keys.ts';
import { awaitsRows } from './live/rows.ts';
import { link } from './live/socket.ts';
import { openIn, route } from './router.ts';
import { Search } from './search/search.tsx';
import { Announcer } from './shell/announce.tsx';
import { Go } from './shell/go.tsx';
import { Header } from './shell/header.tsx';
import { KeysHelp } from './shell/keys-help.tsx';
import { Fresh, Unknown, usePresence } from './shell/no-workspace.tsx';
import { isAway, Offline } from './shell/offline.tsx';
import { Palette } from './shell/palette.tsx';
import { Panel } from './shell/panel.tsx';
import { Locked, Welcome } from './shell/welcome.tsx';
import { useFirstWorkspace, useWorkspaces } from './shell/workspaces.tsx';
import { nextTheme } from './theme.ts';
import { VIEWS } from './views/all-views.tsx';
import { useWaiting } from './views/remembered/waiting.tsx';

type Over = 'keys' | 'palette' | 'search' | undefined;

const GO_KEYS: readonly KeyAction[] = VIEWS.map(({ name, title, letter }) => ({
  keys: `g ${letter}`,
  does: `go to ${title}`,
  run: () => openIn(name),
}));

export function App() {
  const [over, setOver] = useState<Over>();
  useFirstWorkspace();
  useTitle();
  const openSearch = () => (route.value.workspace === undefined ? false : setOver('search'));
  useKeys([
    { keys: '?', does: 'show the keys', run: () => setOver('keys') },
    { keys: '/', does: 'search the memory', run: openSearch },
    { keys: 'Ctrl+k', does: 'find a command or an id', run: () => setOver('palette') },
    { keys: 't', does: 'change the theme', run: nextTheme },
    ...GO_KEYS,
  ]);
  const close = () => setOver(undefined);
  return (
    <div class="app">
      <Header onHelp={() => setOver('keys')} onSearch={openSearch} />
      <div class="body">
        <main class="view" id="view">
          <Content />
        </main>
        <Panel />
      </div>
      {over === 'keys' && <KeysHelp onClose={close} />}
      {over === 'palette' && <Palette onClose={close} />}
      {over === 'search' && <Search onClose={close} />}
      <Announcer />
    </div>
  );
}

function Content() {
  const { workspace, view, go } = route.value;
  const { rows, isReady } = useWorkspaces();
  const presence = usePresence();
  if (link.value.is === 'locked') return <Locked />;
  if (go !== undefined) return <Go id={go} workspace={workspace} />;
  if (workspace === undefined) return isReady && rows.length === 0 ? <Welcome /> : null;
  if (presence === 'unknown') return <Unknown name={workspace} />;
  if (presence === 'fresh') return <Fresh name={workspace} />;
  const entry = VIEWS.find(({ name }) => name === view);
  return (
    <>
      {isAway() && awaitsRows.value && <Offline />}
      {entry && <entry.Content key={workspace} />}
    </>
  );
}

function useTitle(): void {
  const { workspace, view } = route.value;
  const title = VIEWS.find(({ name }) => name === view)?.title ?? '';
  const count = useWaiting().waiting.length;
  const waits = count > 0 ? `(${count}) ` : '';
  useEffect(() => {
    document.title =
      workspace === undefined ? 'Waymark' : `${waits}${title} · ${workspace} · Waymark`;
  }, [workspace, title, waits]);
}
