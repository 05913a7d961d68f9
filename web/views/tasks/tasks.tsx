/** The view Tasks. */

import { Empty } from '../../shell/empty.tsx';

export function TasksView() {
  return <Empty title="Nothing here yet" />;
}
