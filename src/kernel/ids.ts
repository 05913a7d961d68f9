/** Spellings of ids: short and speakable, since agents pay for every character. */

const EVENT_DIGITS = 16;

/** An event's id is its sequence number, spelled so that ids sort like numbers. */
export function eventId(seq: number): string {
  return `evt_${String(seq).padStart(EVENT_DIGITS, '0')}`;
}

export const TARGET_ID = /^(PLAN|TASK)-[0-9]{3,}$/;

export const WORKSPACE_ID = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/;

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Becomes a directory of an archive, so it is no path and never the directory above. */
export const PROJECT_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** A workspace id made from a directory's name, or undefined where nothing usable is left. */
export function workspaceIdFrom(name: string): string | undefined {
  const id = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 128);
  return WORKSPACE_ID.test(id) ? id : undefined;
}
