import type { FieldChange } from '#ui/editor/draft/changes.ts';

/** Changes the field in the panel; consecutive changes with the same tag count as one step of undo. */
export type Edit = (change: FieldChange, tag?: string | null) => void;
