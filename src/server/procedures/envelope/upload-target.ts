import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { timestamp } from '#wire/text.ts';
import { uploadKey } from '#server/storage/keys.ts';
import type { Services } from '#server/runtime/services.ts';

export const uploadTargetSchema = z
  .object({
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
    maxBytes: z.int(),
    expiresAt: timestamp,
  })
  .meta({
    id: 'UploadTarget',
    description: 'Where to upload the document, with these headers. Call upload/complete afterwards.',
  });

/**
 * Tells a client where to upload an envelope's document, or one that was added to it: to this server, or
 * directly to the storage if the storage allows that.
 */
export async function uploadTarget(
  { storage, config, clock }: Pick<Services, 'storage' | 'config' | 'clock'>,
  organizationId: string,
  envelopeId: string,
  documentId?: string,
): Promise<z.infer<typeof uploadTargetSchema>> {
  const expiresSeconds = LIMITS.uploadUrlLifeMs / 1000;
  const direct = await storage.uploadTarget(uploadKey(organizationId, documentId ?? envelopeId), {
    expiresSeconds,
  });
  const path = documentId === undefined ? 'document' : `documents/${documentId}`;
  const { url, method, headers } = direct ?? {
    url: `${config.http.origin}/api/v1/envelopes/${envelopeId}/${path}`,
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  };
  return {
    url,
    method,
    headers: { ...headers },
    maxBytes: config.limits.documentBytes,
    expiresAt: new Date(clock().getTime() + LIMITS.uploadUrlLifeMs).toISOString(),
  };
}
