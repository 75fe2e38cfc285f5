import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { timestamp } from '#wire/text.ts';
import { uploadKey } from '#server/storage/keys.ts';
import type { Services } from '#server/app/services.ts';

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
    description: 'Where the bytes of the document go, with these headers; then call upload/complete.',
  });

/** Where a client puts the document of an envelope: this server where storage is local, else the bucket itself. */
export async function uploadTarget(
  services: Pick<Services, 'storage' | 'config' | 'clock'>,
  organizationId: string,
  envelopeId: string,
): Promise<z.infer<typeof uploadTargetSchema>> {
  const { storage, config, clock } = services;
  const limits = {
    maxBytes: config.limits.documentBytes,
    expiresAt: new Date(clock().getTime() + LIMITS.uploadUrlLifeMs).toISOString(),
  };
  if (storage.kind === 's3') {
    const expiresSeconds = LIMITS.uploadUrlLifeMs / 1000;
    const request = await storage.presignPut(uploadKey(organizationId, envelopeId), { expiresSeconds });
    return { ...request, headers: { ...request.headers }, ...limits };
  }
  const url = `${config.http.origin}/api/v1/envelopes/${envelopeId}/document`;
  return { url, method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, ...limits };
}
