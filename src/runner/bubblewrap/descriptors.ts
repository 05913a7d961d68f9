/** Which descriptors a sandboxed process gets: its own channels, and none that leaked to us. */

import { readdirSync, readFileSync } from 'node:fs';

/** The flag of a descriptor that ends with exec, as /proc prints it. */
const CLOSES_ON_EXEC = 0o2000000;

/**
 * Descriptors above 2 that our own children would inherit. Node opens none such, but whoever
 * started us may have left some open.
 */
export function leakedDescriptors(): number[] {
  let numbers: string[];
  try {
    numbers = readdirSync('/proc/self/fdinfo');
  } catch {
    return [];
  }
  return numbers
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor))
    .sort((a, b) => a - b);
}

function isInherited(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8);
    return (flags & CLOSES_ON_EXEC) === 0;
  } catch {
    // It was the one that listed the folder.
    return false;
  }
}

/** Numbers for so many channels: first those that leaked, since a channel there covers the leak. */
export function placedChannels(leaked: readonly number[], count: number): number[] {
  const places = leaked.slice(0, count);
  for (let next = 3; places.length < count; next += 1) {
    if (!leaked.includes(next)) places.push(next);
  }
  return places;
}
