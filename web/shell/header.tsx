/** The head of the page: which workspace, which view, and whether what is shown is live. */

import type { HeadRow } from '../../src/observatory/views/head-view.ts';
import { useRows } from '../live/rows.ts';
import { link } from '../live/socket.ts';
import { navigate, pathOf, route } from '../router.ts';
import { useUnseenCount } from '../seen.ts';
import { nextTheme, theme } from '../theme.ts';
import { VIEWS } from '../views/all-views.tsx';
import { useWaiting, waitingWords } from '../views/remembered/waiting.tsx';
import { usePresence } from './no-workspace.tsx';
import { useWorkspaces } from './workspaces.tsx';

interface HeaderProps {
  onHelp(): void;
  onSearch(): void;
}

export function Header({ onHelp, onSearch }: HeaderProps) {
  const { workspace: named, view } = route.value;
  const workspace = usePresence() === 'unknown' ? undefined : named;
  return (
    <header class="header">
      <a class="brand" href={workspace === undefined ? '/' : pathOf(workspace, 'now')}>
        <Mark />
        <span class="wide-only">Waymark</span>
      </a>
      <Switcher />
      {workspace !== undefined && (
        <nav class="tabs" aria-label="Views" ref={showCurrent}>
          {VIEWS.map(({ name, title, letter }) => (
            <a
              key={name}
              href={pathOf(workspace, name)}
              aria-current={name === view ? 'page' : undefined}
              title={`g ${letter}`}
            >
              {title}
              {name === 'now' && <Waits />}
              {name === 'history' && <Unseen />}
            </a>
          ))}
        </nav>
      )}
      <span class="grow" />
      {workspace !== undefined && (
        <button
          type="button"
          class="field search-button"
          onClick={onSearch}
          aria-label="Search the memory"
          title="Search the memory (/)"
        >
          <Lens />
          <span class="search-label">
            Search <kbd>/</kbd>
          </span>
        </button>
      )}
      <LinkState />
      <button
        type="button"
        class="button bare wide-only"
        onClick={nextTheme}
        aria-label={`Theme: ${theme.value}`}
        title={`Theme: ${theme.value} (t)`}
      >
        {{ auto: '◐', light: '○', dark: '●' }[theme.value]}
      </button>
      <button
        type="button"
        class="button bare wide-only"
        onClick={onHelp}
        aria-label="Keys"
        title="Keys (?)"
      >
        ?
      </button>
    </header>
  );
}

/** How much has happened since the person last marked it as seen. */
function Unseen() {
  const count = useUnseenCount();
  if (count === 0) return null;
  return (
    <span class="chip accent tab-count" title={`${count} since you last looked`}>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}

/** How many questions wait for the user, on the corner of the tab: no tab moves. */
function Waits() {
  const count = useWaiting().waiting.length;
  if (count === 0) return null;
  return (
    <span class="chip warn tab-badge" title={waitingWords(count)}>
      {count}
      <span class="hidden-text"> {waitingWords(count).replace(/^\S+ /, '')}</span>
    </span>
  );
}

const MAX_SHOWN = 999;

/** Measured with the frame: to measure while the page is built would lay it out twice. */
function showCurrent(tabs: HTMLElement | null): void {
  if (tabs) requestAnimationFrame(() => scrollToCurrent(tabs));
}

/** In a narrow window the tabs scroll, and the current one may be out of sight. */
function scrollToCurrent(tabs: HTMLElement): void {
  const current = tabs.querySelector<HTMLElement>('[aria-current]');
  if (!current) return;
  const left = current.offsetLeft - tabs.offsetLeft;
  const isSeen =
    left >= tabs.scrollLeft && left + current.offsetWidth <= tabs.scrollLeft + tabs.clientWidth;
  if (!isSeen) tabs.scrollLeft = left - tabs.clientWidth / 3;
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M16 2l10 5v9c0 7-4.500 11.500-10 14C10.500 27.500 6 23 6 16V7z"
        fill="var(--accent)"
      />
      <path
        d="M11 14l5 5 7-9"
        fill="none"
        stroke="var(--surface)"
        stroke-width="3"
        stroke-linecap="round"
      />
    </svg>
  );
}

function Lens() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="7" cy="7" r="4.500" fill="none" stroke="currentColor" stroke-width="1.600" />
      <path
        d="M10.500 10.500L14 14"
        stroke="currentColor"
        stroke-width="1.600"
        stroke-linecap="round"
      />
    </svg>
  );
}

function Switcher() {
  const { workspace, view } = route.value;
  const { rows } = useWorkspaces();
  const names = rows.map(({ key }) => key);
  if (workspace === undefined && names.length === 0) return null;
  const all = workspace === undefined || names.includes(workspace) ? names : [workspace, ...names];
  return (
    <select
      class="field switcher"
      aria-label="Workspace"
      value={workspace}
      onChange={({ currentTarget: { value } }) => navigate(pathOf(value, view))}
    >
      {all.map((name) => (
        <option key={name} value={name}>
          {name}
          {name === workspace && !names.includes(name) && names.length > 0 ? ' (unknown)' : ''}
        </option>
      ))}
    </select>
  );
}

function LinkState() {
  const { rows } = useRows<HeadRow>('head');
  const seq = rows.get('head')?.seq;
  const state = link.value;
  const presence = usePresence();
  if (state.is === 'live' && presence !== 'here') {
    return (
      <span class="link-state">
        <i aria-hidden="true">○</i> connected{presence === 'fresh' ? ' · no event yet' : ''}
      </span>
    );
  }
  const shown = seq === undefined ? '' : ` · seq ${seq}`;
  if (state.is === 'live') {
    return (
      <span class="link-state live">
        <i aria-hidden="true">●</i> live{shown}
      </span>
    );
  }
  const words = {
    connecting: 'connecting…',
    locked: 'locked',
    full: `the server has all connections in use${seq === undefined ? '' : `, showing seq ${seq}`}`,
    lost: `Reconnecting (${state.is === 'lost' ? state.tries : 0})…${seq === undefined ? '' : ` showing seq ${seq}`}`,
  }[state.is];
  return (
    <span class="link-state lost" role="status">
      <i aria-hidden="true">○</i> {words}
    </span>
  );
}
