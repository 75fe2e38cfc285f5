import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { text, timestamp } from 'drizzle-orm/pg-core';

/** A UTC timestamp with millisecond precision. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => moment('created_at').notNull();
export const updatedAt = () => moment('updated_at').notNull();
/** The actions as a tuple, as column types need them. */
export const eventActions = EVENT_ACTIONS as readonly [EventAction, ...EventAction[]];
export const id = () => text('id').primaryKey();
