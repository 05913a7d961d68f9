/** What the view opens in the panel: one node. */

import type { PanelKinds } from '../../shell/panel.tsx';
import { NodeDetail } from './node-detail.tsx';

export const WORK_PANELS: PanelKinds = { node: { title: 'Work', Detail: NodeDetail } };
