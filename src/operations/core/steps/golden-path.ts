/** The way most work takes through the tools. */

export const GOLDEN_PATH = [
  { tool: 'tasks_macro_start', purpose: 'start a task with its steps; it comes into focus' },
  { tool: 'tasks_snapshot', purpose: 'see where it stands and the one next call' },
  { tool: 'think_card', purpose: 'record a question, a hypothesis, evidence or a decision' },
  { tool: 'tasks_macro_close_step', purpose: 'confirm and close a step; at the end, the task' },
  { tool: 'macro_branch_note', purpose: 'write down what was decided or found, and why' },
];
