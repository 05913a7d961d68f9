/** A mental model: a way of thinking to follow step by step; reads it from its file. */

export interface MentalModel {
  readonly name: string;
  readonly title: string;
  /** One sentence, for lists. */
  readonly description: string;
  readonly tags: readonly string[];
  /** The whole text, as Markdown. */
  readonly content: string;
}

export interface TagDefinition {
  readonly name: string;
  /** When to use models with this tag. */
  readonly description: string;
}

const FILE = /^---\n([\s\S]*?)\n---\n+([\s\S]+)$/;
const FIELD = /^([a-z]+): (.+)$/;
const FIELDS = ['name', 'title', 'description', 'tags'] as const;

/** Throws if the file does not have this form: it is part of the program, so that is a bug. */
export function parseModel(file: string): MentalModel {
  const [, head, content] = FILE.exec(file) ?? [];
  if (head === undefined || content === undefined) {
    throw new Error('a model begins with its fields between two lines of ---');
  }
  const fields = fieldsOf(head);
  const field = (name: (typeof FIELDS)[number]) => {
    const value = fields.get(name);
    if (value === undefined) throw new Error(`a model needs the field ${name}`);
    return value;
  };
  return Object.freeze({
    name: field('name'),
    title: field('title'),
    description: field('description'),
    tags: Object.freeze(field('tags').split(', ')),
    content,
  });
}

function fieldsOf(head: string): ReadonlyMap<string, string> {
  return new Map(
    head.split('\n').map((line): [string, string] => {
      const [, name = '', value = ''] = FIELD.exec(line) ?? [];
      if (!(FIELDS as readonly string[]).includes(name)) {
        throw new Error(`a model has no field in "${line}"`);
      }
      return [name, value];
    }),
  );
}
