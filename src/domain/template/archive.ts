import { refusal, type Refusal } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Template } from './template.ts';

/** Archives a template. One that is archived already is the same afterwards, with the time of then. */
export function archive(template: Template, now: Timestamp): Template {
  return template.archivedAt === null ? { ...template, archivedAt: now, updatedAt: now } : template;
}

/** Makes an archived template active again; an active one stays as it is. */
export function restore(template: Template, now: Timestamp): Template {
  return template.archivedAt === null ? template : { ...template, archivedAt: null, updatedAt: now };
}

/** The refusal of what only an active template can do. */
export function archived(): Refusal {
  return refusal('invalid_state', { status: 'archived' }, 'The template is archived. Restore it to use it.');
}
