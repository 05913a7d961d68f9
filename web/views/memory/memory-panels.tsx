/** What the view opens in the panel. */

import type { PanelKinds } from '../../shell/panel.tsx';

export const MEMORY_PANELS: PanelKinds = {};
