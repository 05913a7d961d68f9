/** What an agent sends to begin a project, as the page shows it where there is none. */

/** The tool is one that agents have in their list. */
export const FIRST_CALLS = [
  'graph_plan {"project":"parser","goal":"Read numbers","nodes":[{"summary":"Find the grammar"}]}',
];
