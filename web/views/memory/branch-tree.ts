/**
 * The branches as rows of a tree with a gutter, as a version control shows them: what is based on a
 * branch is above it, and a joint leads down to the base.
 */

export interface BranchNode {
  readonly id: number;
  readonly base?: number;
}

export interface TreeRow<Branch extends BranchNode> {
  readonly branch: Branch;
  /** The lane of its point, from 0; deep branches share the last lane. */
  readonly lane: number;
  /** How many bases are below it. */
  readonly depth: number;
  /** The lanes whose lines pass from above to below. */
  readonly passing: readonly number[];
  /** The lane of its base, to which a line leads down; deep ones are in the same lane. */
  readonly joins?: number;
  /** Whether something above joins its point. */
  readonly isJoined: boolean;
}

const MAX_LANE = 7;

/** Trees in the order of their roots; within a tree, the last created comes first. */
export function branchTree<Branch extends BranchNode>(
  branches: readonly Branch[],
): readonly TreeRow<Branch>[] {
  const known = new Set(branches.map(({ id }) => id));
  const children = new Map<number | undefined, Branch[]>();
  for (const branch of [...branches].sort((a, b) => b.id - a.id)) {
    const base = branch.base !== undefined && known.has(branch.base) ? branch.base : undefined;
    const siblings = children.get(base);
    if (siblings) siblings.push(branch);
    else children.set(base, [branch]);
  }
  const rows: TreeRow<Branch>[] = [];
  const roots = [...(children.get(undefined) ?? [])].sort((a, b) => a.id - b.id);
  for (const root of roots) placeTree(root, children, rows);
  return rows;
}

interface Step<Branch> {
  readonly branch: Branch;
  readonly depth: number;
  readonly passing: readonly number[];
  isEntered: boolean;
}

/** Without recursion, since a branch may have hundreds of bases below it. */
function placeTree<Branch extends BranchNode>(
  root: Branch,
  children: ReadonlyMap<number | undefined, readonly Branch[]>,
  rows: TreeRow<Branch>[],
): void {
  const open: Step<Branch>[] = [{ branch: root, depth: 0, passing: [], isEntered: false }];
  while (open.length > 0) {
    const step = open.at(-1);
    if (!step) return;
    const { branch, depth, passing } = step;
    const above = children.get(branch.id) ?? [];
    const lane = Math.min(depth, MAX_LANE);
    if (!step.isEntered) {
      step.isEntered = true;
      // The last one that is opened here comes first: only below it does the line of the base pass.
      for (const [at, child] of [...above].reverse().entries()) {
        const isFirst = at === above.length - 1;
        const lanes = isFirst ? passing : [...new Set([...passing, lane])];
        open.push({ branch: child, depth: depth + 1, passing: lanes, isEntered: false });
      }
      continue;
    }
    open.pop();
    rows.push({
      ...{ branch, lane, depth },
      passing: passing.filter((each) => each < lane),
      ...(depth > 0 ? { joins: Math.min(depth - 1, MAX_LANE) } : {}),
      isJoined: above.length > 0,
    });
  }
}
