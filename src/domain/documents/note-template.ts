/** Outlines for notes that should be complete, such as decisions. */

export const NOTE_TEMPLATES = ['initiative', 'decision'] as const;

export type NoteTemplate = (typeof NOTE_TEMPLATES)[number];

/** The goal goes under the first heading, since the author knows it already. */
const HEADINGS: Readonly<Record<NoteTemplate, readonly string[]>> = {
  initiative: [
    'Goal',
    'Scope',
    'Constraints',
    'Success',
    'Risks',
    'Milestones',
    'Evidence',
    'Open questions',
    'Next action',
  ],
  decision: ['Context', 'Options', 'Decision', 'Consequences'],
};

export function fillTemplate(template: NoteTemplate, goal: string | undefined): string {
  return HEADINGS[template]
    .map((heading, index) => `## ${heading}\n${index === 0 && goal ? goal : '-'}`)
    .join('\n\n');
}
