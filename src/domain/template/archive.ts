import { REFUSAL_MESSAGES } from '../refusal-messages.ts';
import { createRefusal, type Refusal } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Template } from './template.ts';

/** Archives a template. Archiving it again has no effect. */
export function archive(template: Template, now: Timestamp): Template {
  return template.archivedAt === null ? { ...template, archivedAt: now, updatedAt: now } : template;
}

/** Makes an archived template active again. */
export function restore(template: Template, now: Timestamp): Template {
  return template.archivedAt === null ? template : { ...template, archivedAt: null, updatedAt: now };
}

/** Returns the refusal for an archived template. */
export function createArchivedRefusal(): Refusal {
  return createRefusal('invalid_state', { status: 'archived' }, REFUSAL_MESSAGES.template_archived);
}
