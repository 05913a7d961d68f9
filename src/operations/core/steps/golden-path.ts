/** The usual sequence of tools. */

export const GOLDEN_PATH = [
  { tool: 'tasks_macro_start', purpose: 'start a task with its steps and move the focus to it' },
  { tool: 'tasks_snapshot', purpose: 'see its state and the next call' },
  { tool: 'think_card', purpose: 'record a question, a hypothesis, evidence or a decision' },
  { tool: 'tasks_macro_close_step', purpose: 'confirm and close a step; at the end, the task' },
  { tool: 'macro_branch_note', purpose: 'write down what was decided or found, and why' },
];
