/** The way most work takes through the tools. */

export const GOLDEN_PATH = [
  { tool: 'macro_branch_note', purpose: 'write down what was decided or found, and why' },
  { tool: 'think_card', purpose: 'record a question, a hypothesis, evidence or a decision' },
  { tool: 'context_pack', purpose: 'be back at work: notes, trace and cards in one answer' },
];
