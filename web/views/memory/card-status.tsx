/** The status of a card: a sign, its word, and a colour last. */

const GOOD = ['confirmed', 'answered', 'accepted', 'done', 'closed', 'resolved', 'passed'];
const BAD = ['refuted', 'rejected', 'failed', 'dropped', 'abandoned', 'blocked'];

export function CardStatus({ status }: { readonly status: string | undefined }) {
  if (status === undefined || status === '') return null;
  const word = status.toLowerCase();
  if (GOOD.includes(word)) return <span class="chip good">✓ {status}</span>;
  if (BAD.includes(word)) return <span class="chip bad">✕ {status}</span>;
  return <span class="chip">○ {status}</span>;
}
