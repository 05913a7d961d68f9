/** The view Thinking. */

import { Empty } from '../../shell/empty.tsx';

export function ThinkingView() {
  return <Empty title="Nothing here yet" />;
}
