/** What the routes of `mental_models` share. */

export const MENTAL_MODELS = { operation: 'mental_models', stage: 2 } as const;

/** Imported on demand: the texts of fifteen models would slow every start. */
export function loadModels() {
  return import('../../../domain/models/models.ts');
}
