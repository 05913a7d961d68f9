/** Opens what comes with the program: mental models, playbooks, and templates of plans and tasks. */

import { playbook } from '../../domain/cards/playbook.ts';
import { TEMPLATES } from '../../domain/tasks/templates.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { loadModels } from '../../operations/thoughtbox/steps/load-models.ts';
import type { Opener } from './opened.ts';
import { searchCall } from './search-call.ts';

const isName = (id: string) => id.length <= 64;

export const openModel: Opener = {
  prefixes: ['model'],
  claims: isName,
  async open(_context, id) {
    const { modelNamed } = await loadModels();
    const model = modelNamed(id);
    if (!model) return [];
    const { name, title, tags, content } = model;
    const next = searchCall(title, 'See where it was used');
    return [
      { id: name, kind: 'model', title, content: { name, title, tags, content }, near: [], next },
    ];
  },
};

export const openPlaybook: Opener = {
  prefixes: ['playbook'],
  claims: isName,
  async open(_context, id) {
    const steps = playbook(id);
    if (!steps) return [];
    return [
      {
        id,
        kind: 'playbook',
        title: `playbook with ${steps.length} steps`,
        content: { name: id, template: { steps } },
        near: [],
        next: suggestCall('think_playbook', { name: id }, 'Follow it'),
      },
    ];
  },
};

export const openTemplate: Opener = {
  prefixes: ['template'],
  claims: isName,
  async open(_context, id) {
    const template = TEMPLATES.find((each) => each.id === id);
    if (!template) return [];
    return [
      {
        id,
        kind: 'template',
        title: template.title,
        content: template as unknown as JsonObject,
        near: [],
        next: suggestCall('tasks_templates_list', {}, 'See all templates'),
      },
    ];
  },
};
