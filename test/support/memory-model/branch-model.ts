/** The answers of the branch tools, by docs/spec/branches-and-notes.md and notes-vcs.md. */

import { type Branch, type Memory, refused } from './model.ts';

/** Names that no branch may have. */
export const BAD_NAMES = ['', ' ', ' spaced', 'two\nlines', 'task/TASK-001', 'x'.repeat(201)];

function view(branch: Branch) {
  const { name, base, cutoff } = branch;
  return { name, base_branch: base?.name ?? null, base_seq: cutoff };
}

/** The base of a branch that may be created, or the code of the refusal. */
function baseOf(memory: Memory, name: string, from: string | undefined) {
  const base = memory.find(from);
  if (!base) return refused('UNKNOWN_ID');
  if (BAD_NAMES.includes(name)) return refused('INVALID_NAME');
  return memory.find(name) ? refused('CONFLICT') : base;
}

export function branchCreate(memory: Memory, { name, from }: { name: string; from?: string }) {
  const base = baseOf(memory, name, from);
  return 'code' in base ? base : { branch: view(memory.branchOff(name, base)) };
}

export function branchRename(memory: Memory, { old, new: name }: { old: string; new: string }) {
  const branch = memory.find(old);
  if (!branch) return refused('UNKNOWN_ID');
  if (name === old) return refused('INVALID_INPUT');
  if (BAD_NAMES.includes(name)) return refused('INVALID_NAME');
  if (memory.find(name)) return refused('CONFLICT');
  branch.name = name;
  memory.head += 1;
  return { previous: old, current: name };
}

export function mayDelete(memory: Memory, branch: Branch): boolean {
  return branch !== memory.first && branch !== memory.checkout && !memory.isBase(branch);
}

export function branchDelete(memory: Memory, { name }: { name: string }) {
  const branch = memory.find(name);
  if (!branch) return refused('UNKNOWN_ID');
  if (!mayDelete(memory, branch)) return refused('CONFLICT');
  memory.branches = memory.branches.filter((each) => each !== branch);
  const gone = memory.meetings.filter((each) => each.from === branch);
  memory.goneIds.push(...gone.map((each) => each.id));
  memory.meetings = memory.meetings.filter((each) => each.from !== branch);
  memory.head += 1;
  return { name, deleted: true };
}

export function checkout(memory: Memory, { ref }: { ref: string }) {
  const branch = memory.find(ref);
  if (!branch) return refused('UNKNOWN_ID');
  const previous = memory.checkout.name;
  memory.checkOut(branch);
  return { previous, current: ref };
}

export function branchList(memory: Memory, { limit }: { limit: number }) {
  const byBytes = [...memory.branches].sort((a, b) =>
    Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)),
  );
  const branches = byBytes.slice(0, limit).map(view);
  const truncated = byBytes.length > limit;
  return { branches, count: branches.length, truncated };
}

export interface BranchNote {
  readonly name?: string;
  readonly from?: string;
  readonly content: string;
}

export function macroBranchNote(memory: Memory, { name, from, content }: BranchNote) {
  const found = name === undefined ? memory.find(from) : baseOf(memory, name, from);
  if (!found) return refused('UNKNOWN_ID');
  if ('code' in found) return found;
  if (content.trim() === '') return refused('INVALID_INPUT');
  const previous = memory.checkout.name;
  const branch = name === undefined ? found : memory.branchOff(name, found);
  memory.checkOut(branch);
  const seq = memory.enterNote(branch, 'notes', { content });
  return {
    branch: { ...view(branch), created: name !== undefined },
    checkout: { previous, current: branch.name },
    note: { doc: 'notes', seq },
  };
}
