import type { LabelColor } from '#domain/label.ts';
import { m } from '#i18n/compiled/messages.js';

/** How each color of a label looks, and its name. */
export const LABEL_LOOKS: Readonly<
  Record<LabelColor, { readonly look: string; readonly label: () => string }>
> = {
  gray: { look: 'bg-sunken text-muted', label: m.dashboard_color_gray },
  indigo: { look: 'bg-person-1-soft text-person-1', label: m.dashboard_color_indigo },
  teal: { look: 'bg-person-2-soft text-person-2', label: m.dashboard_color_teal },
  amber: { look: 'bg-person-3-soft text-person-3', label: m.dashboard_color_amber },
  pink: { look: 'bg-person-4-soft text-person-4', label: m.dashboard_color_pink },
  green: { look: 'bg-ok-soft text-ok', label: m.dashboard_color_green },
  red: { look: 'bg-danger-soft text-danger', label: m.dashboard_color_red },
};
