export { Countersign, type FeedPage, type UploadBody } from './countersign.ts';
export { CountersignError } from './error.ts';
export type { List } from './list.ts';
export type { CallOptions, ClientOptions } from './caller.ts';
export type { Answer, Body, Bytes, Query, Schema } from './types.ts';
export { verifyWebhook, WebhookError, type WebhookMessage, type WebhookOptions } from './webhook.ts';
