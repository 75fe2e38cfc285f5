import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { isSameMessage, toMessage } from '#domain/envelope/message.ts';
import { LIMITS } from '#domain/limits.ts';
import type { MailIdentity } from '#domain/organization/mail-identity.ts';
import { brandingChange, ownBranding } from '#wire/organization.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import {
  lockOrganization,
  readOrganization,
  updateBranding,
  type Organization,
} from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readSignatureImage, SignatureImageError } from '#server/pdf/image/signature-image.ts';
import { buildLogoKey } from '#server/storage/keys.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/runtime/services.ts';

/** Returns the organization's branding. */
export const getBranding = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/branding',
      tags: ['Organization'],
      summary: 'Get the branding',
      description:
        'What recipients see of the organization: its name, logo and color, and how its emails are signed.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(ownBranding)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) =>
      toOwnBranding(services, await readOrganization(tx, organizationId)),
    );
  });

/**
 * Changes the logo and the accent color. Sent emails keep their logo. Refuses an invalid image with
 * `validation_failed`, and too many changes with `rate_limited`.
 */
export const changeBranding = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/branding',
      tags: ['Organization'],
      summary: 'Update the branding',
      description: 'Changes the properties you send. Emails that were sent keep their logo.',
    },
    rest: { errors: [] },
  })
  .input(brandingChange)
  .output(ownBranding)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const drawn =
      typeof input.logo === 'string' ? await keepLogo(services, organizationId, input.logo) : null;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const before = await lockOrganization(tx, organizationId);
      const after = {
        accentColor: input.accentColor === undefined ? before.accentColor : input.accentColor,
        logo: input.logo === undefined ? before.logo : drawn,
        mail: changeMail(before.mail, input.emails),
      };
      const details = listChanges(before, after);
      if (Object.keys(details).length > 0) {
        await updateBranding(tx, organizationId, after, services.clock());
        const subject = { id: organizationId, name: before.name };
        await recordAction(tx, ctx, { action: 'organization.branding_changed', subject, details });
      }
      return toOwnBranding(services, { ...before, ...after });
    });
  });

/** Stores the re-encoded image before any row refers to it, so a crash leaves only an unused object. */
async function keepLogo(
  services: Services,
  organizationId: string,
  dataUrl: string,
): Promise<NonNullable<Organization['logo']>> {
  await services.rates.logo.take(organizationId);
  const { png, width, height } = await drawLogo(services, organizationId, dataUrl);
  if (Math.min(width, height) < LIMITS.logoMinSide)
    throw createInvalidRefusal([
      { path: '/logo', message: `must be at least ${LIMITS.logoMinSide} pixels wide and high` },
    ]);
  const sha256 = computeSha256Hex(png);
  await services.storage.put(buildLogoKey(sha256), png, { contentType: 'image/png', sha256 });
  return { sha256, width, height };
}

async function drawLogo({ sealing }: Pick<Services, 'sealing'>, organizationId: string, dataUrl: string) {
  try {
    return await sealing.logo(organizationId, readSignatureImage(dataUrl));
  } catch (error) {
    if (error instanceof SignatureImageError)
      throw createInvalidRefusal([{ path: '/logo', message: error.message }]);
    throw error;
  }
}

function toOwnBranding(
  services: Pick<Services, 'config'>,
  organization: Pick<Organization, 'name' | 'testOf' | 'accentColor' | 'logo' | 'mail'>,
): z.infer<typeof ownBranding> {
  const { senderName, replyTo, footer, message } = organization.mail;
  return {
    ...buildBranding(services, organization),
    emails: { senderName, replyTo, footer, subject: message?.subject ?? null, text: message?.body ?? null },
  };
}

/** Replaces the parts that are given. An empty text is none. */
function changeMail(before: MailIdentity, given: z.infer<typeof brandingChange>['emails']): MailIdentity {
  if (given === undefined) return before;
  const choose = (now: string | null | undefined, was: string | null) =>
    now === undefined ? was : now || null;
  return {
    senderName: choose(given.senderName, before.senderName),
    replyTo: choose(given.replyTo, before.replyTo),
    footer: choose(given.footer, before.footer),
    message: toMessage({
      subject: choose(given.subject, before.message?.subject ?? null),
      body: choose(given.text, before.message?.body ?? null),
    }),
  };
}

type Look = Pick<Organization, 'accentColor' | 'logo' | 'mail'>;

function listChanges(before: Look, after: Look): Record<string, string> {
  return {
    ...(before.accentColor === after.accentColor
      ? {}
      : { from: before.accentColor ?? 'none', to: after.accentColor ?? 'none' }),
    ...(before.logo?.sha256 === after.logo?.sha256
      ? {}
      : { logo: after.logo === null ? 'removed' : after.logo.sha256 }),
    ...(before.mail.senderName === after.mail.senderName
      ? {}
      : { senderName: after.mail.senderName ?? 'none' }),
    ...(before.mail.replyTo === after.mail.replyTo ? {} : { replyTo: after.mail.replyTo ?? 'none' }),
    ...(before.mail.footer === after.mail.footer ? {} : { footer: after.mail.footer ?? 'none' }),
    ...(isSameMessage(before.mail.message, after.mail.message)
      ? {}
      : { emailText: after.mail.message?.subject ?? after.mail.message?.body ?? 'none' }),
  };
}
