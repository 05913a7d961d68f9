/** Finds the plan or task of a call, and checks the guards that the caller sent. */

import { invalid, Refused, unknown } from './refuse.ts';
import type { Fields, Kind, Target, World } from './world.ts';

function namedIn(args: Fields): string | undefined {
  const given = ['target', 'task', 'plan'].filter((name) => args[name] !== undefined);
  if (given.length > 1) invalid('several targets');
  const ref = args[given[0] ?? ''];
  if (ref === undefined || typeof ref === 'string') return ref;
  const { id, kind } = ref as { id: string; kind?: string };
  if (kind !== undefined && !id.startsWith(kind.toUpperCase())) invalid('kind');
  return id;
}

export function isNamed(args: Fields): boolean {
  return namedIn(args) !== undefined;
}

export function findTarget(world: World, args: Fields, aim: Kind | 'either'): Target {
  const named = namedIn(args);
  const guard = args.expected_target_id;
  if (args.strict_targeting === true && guard === undefined) {
    throw new Refused('STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID');
  }
  const id = named ?? world.focus ?? invalid('nothing in focus');
  const target = world.targets.get(id) ?? unknown(id);
  if (guard !== undefined && guard !== id) throw new Refused('EXPECTED_TARGET_MISMATCH');
  if (aim !== 'either' && aim !== target.kind) invalid('wrong kind');
  const { expected_revision: expected, expected_version: version } = args;
  if (expected !== undefined && version !== undefined && expected !== version) invalid('both');
  const wanted = expected ?? version;
  if (wanted !== undefined && wanted !== target.revision) throw new Refused('REVISION_MISMATCH');
  return target;
}
