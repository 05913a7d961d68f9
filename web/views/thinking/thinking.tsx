/** The view Thinking: the sessions of thought, or one of them. */

import './thinking.css';
import { route } from '../../router.ts';
import { SessionList } from './session-list.tsx';
import { SessionPage } from './session-page.tsx';

export function ThinkingView() {
  const [session] = route.value.rest;
  return session === undefined ? <SessionList /> : <SessionPage key={session} id={session} />;
}
