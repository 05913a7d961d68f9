/** Finds a template by its name. */

import { TEMPLATES, type Template, templateNamed } from '../../../domain/tasks/templates.ts';
import { quotedName } from '../../../kernel/excerpt.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';

export function findTemplate<Kind extends Template['kind']>(
  id: string,
  kind: Kind,
  field: string,
): Extract<Template, { kind: Kind }> | Refusal {
  const template = templateNamed(id, kind);
  if (template) return template;
  const names = TEMPLATES.filter((each) => each.kind === kind).map((each) => each.id);
  const meant = nearestName(id, names);
  return refuse('UNKNOWN_ID', `${field}: no ${kind} template ${quotedName(id, 60)}`, {
    recovery: meant ? `Did you mean ${meant}?` : `Use ${names.join(' or ')}.`,
    suggestions: [suggestCall('tasks_templates_list', {}, 'List the templates')],
  });
}
