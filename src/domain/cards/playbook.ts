/** Playbooks: sequences of cards to follow when the next step is not obvious. */

const PLAYBOOKS: Readonly<Record<string, readonly string[]>> = {
  default: [
    'frame: say what is asked, and what a good answer looks like',
    'hypothesis: write down the most likely answer, and one rival',
    'test: find the cheapest check that could prove it wrong',
    'evidence: run it, and note what was seen',
    'decision: choose, and say why and what would change it',
  ],
  debug: [
    'frame: reproduce the failure, and note the exact input and output',
    'hypothesis: name the smallest part that could cause it',
    'test: change or observe only that part',
    'evidence: note what was seen, also when it refutes you',
    'decision: fix the cause, add a test, and record what misled you',
  ],
};

export const PLAYBOOK_NAMES: readonly string[] = Object.keys(PLAYBOOKS);

export function playbook(name: string): readonly string[] | undefined {
  return Object.hasOwn(PLAYBOOKS, name) ? PLAYBOOKS[name] : undefined;
}
