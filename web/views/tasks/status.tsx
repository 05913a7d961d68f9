/** The state of a plan, task or step, as an icon with its word. */

interface Look {
  readonly icon: string;
  readonly word: string;
  readonly tone: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  TODO: { icon: '○', word: 'To do', tone: '' },
  ACTIVE: { icon: '◐', word: 'Active', tone: 'accent' },
  DONE: { icon: '✓', word: 'Done', tone: 'good' },
  BLOCKED: { icon: '⊘', word: 'Blocked', tone: 'bad' },
  FORCED: { icon: '✓', word: 'Done by force', tone: 'warn' },
  OPEN: { icon: '○', word: 'Open', tone: '' },
};

export function lookOf(status: string): Look {
  return LOOKS[status] ?? { icon: '•', word: status, tone: '' };
}

export function Status({ status, count }: { readonly status: string; readonly count?: number }) {
  const { icon, word, tone } = lookOf(status);
  return (
    <span class={`chip ${tone}`}>
      <i class="icon" aria-hidden="true">
        {icon}
      </i>
      {word}
      {count !== undefined && count > 1 && ` ${count}`}
    </span>
  );
}

export function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  if (total === 0) return null;
  return (
    <span class="progress tiny muted">
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${(100 * done) / total}%` }} />
      </span>
      <span>
        {done}/{total}
        <span class="hidden-text"> done</span>
      </span>
    </span>
  );
}
