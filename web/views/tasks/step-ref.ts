/** How the panel names a step. */

/** `TASK-001/STEP-00000001`, or a plan or task alone. */
export function partsOf(id: string): { readonly task: string; readonly step?: string } {
  const [task = '', step] = id.split('/', 2);
  return step === undefined ? { task } : { task, step };
}
