/** `branch_rename`: another name for a branch. */

import * as z from 'zod';
import { renameBranch } from '../../domain/branches/rename-branch.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { branchNamed } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, workspace } from '../fields.ts';

const acme = { workspace: 'acme' };
const idea = { tool: 'branch_create', args: { ...acme, name: 'idea/cache' } };

export const branchRename = defineOperation({
  name: 'branch_rename',
  title: 'Rename a branch',
  description:
    'Gives a branch another name; its entries, tags, checkout and the branches that stand on it follow. Returns both names.',
  family: 'reasoning',
  effect: 'write',
  input: {
    workspace,
    old: branch,
    new: z.string().describe('New name'),
  },
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { ...acme, old: 'mian', new: 'trunk' } },
    CONFLICT: {
      title: 'The name is taken',
      before: [idea],
      args: { ...acme, old: 'idea/cache', new: 'main' },
    },
    INVALID_NAME: { title: 'A blank name', args: { ...acme, old: 'main', new: ' ' } },
  },
  examples: [
    {
      title: 'A better name',
      before: [idea],
      args: { ...acme, old: 'idea/cache', new: 'idea/cache-keys' },
    },
  ],
  async run(input, { tx, workspace: id }) {
    const renamed = await branchNamed(tx, input.old, 'old');
    if (isRefusal(renamed)) return renamed;
    const taken = await tx.branches.byName(input.new);
    const draft = renameBranch({ branch: renamed, name: input.new, taken });
    if (isRefusal(draft)) return draft;
    await tx.append([draft]);
    return answer({ workspace: id, previous: renamed.name, current: input.new });
  },
});
