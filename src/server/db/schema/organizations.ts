import { pgTable, text } from 'drizzle-orm/pg-core';
import { LEGAL_FRAMEWORKS } from '#domain/envelope/status.ts';
import { createdAt, id, updatedAt } from './columns.ts';

export const organizations = pgTable('organizations', {
  id: id(),
  name: text('name').notNull(),
  defaultLegalFramework: text('default_legal_framework', { enum: LEGAL_FRAMEWORKS })
    .notNull()
    .default('esign_ueta'),
  accentColor: text('accent_color'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
