/** What the view opens in the panel: a thought, as `thought:SESSION:PLACE`. */

import type { PanelKinds } from '../../shell/panel.tsx';
import { ThoughtPanel } from './thought-panel.tsx';

export const THINKING_PANELS: PanelKinds = {
  thought: { title: 'Thought', Detail: ThoughtPanel },
};
