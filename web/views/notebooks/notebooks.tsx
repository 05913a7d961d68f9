/** The view Notebooks. */

import { Empty } from '../../shell/empty.tsx';

export function NotebooksView() {
  return <Empty title="Nothing here yet" />;
}
