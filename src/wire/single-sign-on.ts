import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import {
  buildDomainRecord,
  JOINING_ROLES,
  type Connection,
  type EmailDomain,
} from '#domain/organization/identity/single-sign-on.ts';
import { createRequiredLineSchema, timestamp } from './text.ts';

const url = createRequiredLineSchema(LIMITS.webhookUrlMaxChars);
const certificateText = z.string().max(LIMITS.certificateMaxChars * LIMITS.certificatesMax);

/** The settings of a provider as administrators enter them. */
const connectionSettings = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('oidc'),
    issuer: url,
    clientId: createRequiredLineSchema(LIMITS.webhookUrlMaxChars),
    /** Omitted to keep the stored secret. */
    clientSecret: createRequiredLineSchema(LIMITS.webhookUrlMaxChars).optional(),
    trustEmail: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('saml'),
    /** The provider's metadata, which replaces the properties below. */
    metadata: z.string().max(LIMITS.samlMetadataMaxChars).optional(),
    entityId: url.optional(),
    signInUrl: url.optional(),
    certificates: certificateText.optional(),
    /** The attribute with the email address. Omitted for the usual names. */
    emailAttribute: createRequiredLineSchema(LIMITS.webhookUrlMaxChars).optional(),
  }),
]);
export type ConnectionInput = z.infer<typeof connectionSettings>;

export const connectionBody = {
  name: createRequiredLineSchema(LIMITS.nameMaxChars),
  settings: connectionSettings,
  createsMembers: z.boolean(),
  joiningRole: z.enum(JOINING_ROLES),
};

/** A connection in responses, without its secret, and with the URL that the provider sends its answers to. */
const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  settings: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('oidc'), issuer: z.string(), clientId: z.string(), trustEmail: z.boolean() }),
    z.object({
      kind: z.literal('saml'),
      entityId: z.string(),
      signInUrl: z.string(),
      certificates: z.array(z.string()),
      emailAttribute: z.string().nullable(),
    }),
  ]),
  answerUrl: z.string(),
  createsMembers: z.boolean(),
  joiningRole: z.enum(JOINING_ROLES),
  enabled: z.boolean(),
  enforced: z.boolean(),
  testedAt: timestamp.nullable(),
  testProblem: z.string().nullable(),
});
export type WireConnection = z.infer<typeof connectionSchema>;

const emailDomainSchema = z.object({
  id: z.string(),
  domain: z.string(),
  record: z.object({ name: z.string(), value: z.string() }),
  connectionId: z.string().nullable(),
  verifiedAt: timestamp.nullable(),
  checkedAt: timestamp.nullable(),
  missingSince: timestamp.nullable(),
});
export type WireEmailDomain = z.infer<typeof emailDomainSchema>;

export const singleSignOnOverview = z.object({
  connections: z.array(connectionSchema),
  domains: z.array(emailDomainSchema),
  directory: z.object({
    url: z.string(),
    token: z.object({ hint: z.string(), createdAt: timestamp, lastUsedAt: timestamp.nullable() }).nullable(),
  }),
});

/** Converts a connection for responses. */
export function toWireConnection(
  { settings, organizationId: _organization, createdAt: _created, updatedAt: _updated, ...rest }: Connection,
  answerUrl: string,
): WireConnection {
  return {
    ...rest,
    settings: settings.kind === 'oidc' ? settings : { ...settings, certificates: [...settings.certificates] },
    answerUrl,
  };
}

/** Converts a domain for responses, with the DNS record that proves it. */
export function toWireDomain(domain: EmailDomain): WireEmailDomain {
  const { id, connectionId, verifiedAt, checkedAt, missingSince } = domain;
  const record = buildDomainRecord(domain);
  return { id, domain: domain.domain, record, connectionId, verifiedAt, checkedAt, missingSince };
}
