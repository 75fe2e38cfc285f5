import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { LIMITS } from '#domain/limits.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { insertOAuthClient, readOAuthClient } from '#server/db/oauth/oauth-clients.ts';
import { endGrant } from '#server/db/oauth/oauth-grants.ts';
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  putRecord,
  readRecord,
} from '#server/db/oauth/oauth-records.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findMetadataProblem } from './client-metadata.ts';
import type { RecordServices } from './services.ts';

const SECRET_PURPOSE = 'oauth-client-secret/v1';

/** Where the authorization server stores each kind of record. */
export function createAdapterFactory(services: RecordServices): (kind: string) => Adapter {
  return (kind) => {
    switch (kind) {
      case 'Client':
        return createClientAdapter(services);
      case 'Session':
        return NO_STORAGE;
      default:
        return createRecordAdapter(services, kind);
    }
  };
}

/** The authorization server keeps no sessions of its own. The dashboard's session tells who is signed in. */
const NO_STORAGE: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
};

/** Stores codes, refresh tokens and pending requests by the hash of what their holder presents. */
function createRecordAdapter(services: RecordServices, kind: string): Adapter {
  const { db, clock } = services;
  const hashId = (value: string) => computeSha256Hex(`${kind}:${value}`);
  const getTimeAfter = (ms: number) => new Date(clock().getTime() + ms);
  return {
    ...NO_STORAGE,
    upsert: async (value, { jti: _value, ...payload }, lifeSeconds = 0) => {
      await putRecord(db.drizzle, {
        id: hashId(value),
        kind,
        grantId: kind === 'Grant' ? value : (payload.grantId ?? null),
        payload: JSON.parse(JSON.stringify(payload)) as Record<string, unknown>,
        expiresAt: getTimeAfter(lifeSeconds * 1000),
      });
    },
    find: async (value) => {
      const record = await readRecord(db.drizzle, hashId(value), clock());
      if (record === null) return undefined;
      const { payload, consumedAt } = record;
      const consumed = consumedAt === null ? {} : { consumed: Math.floor(consumedAt.getTime() / 1000) };
      return { ...(payload as AdapterPayload), jti: value, ...consumed };
    },
    consume: async (value) => {
      const keptUntil = getTimeAfter(LIMITS.usedRefreshTokenKeptMs);
      if (await consumeRecord(db.drizzle, hashId(value), clock(), keptUntil)) return;
      // The same code or token was used twice at once. One of the two users has no right to it, and it isn't
      // known which one.
      const record = await readRecord(db.drizzle, hashId(value), clock());
      if (record?.grantId) await end(services, record.grantId);
      throw new errors.InvalidGrant('already used');
    },
    destroy: async (value) => {
      if (kind === 'Grant') await end(services, value);
      await deleteRecord(db.drizzle, hashId(value));
    },
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(db.drizzle, kind, grantId),
  };
}

async function end({ db, clock }: RecordServices, grantId: string): Promise<void> {
  await transaction(db, { grantId }, (tx) => endGrant(tx, grantId, 'client', clock()));
}

/**
 * Stores clients that registered themselves. A secret is encrypted rather than hashed because it has to be
 * compared.
 */
function createClientAdapter({ config, db, clock }: RecordServices): Adapter {
  return {
    ...NO_STORAGE,
    upsert: async (id, { client_secret: secret, ...metadata }) => {
      const problem = findMetadataProblem(metadata);
      if (problem !== null) throw new errors.InvalidClientMetadata(problem);
      const secretSealed =
        secret === undefined
          ? null
          : sealSecret(config.secretKeys.current, SECRET_PURPOSE, Buffer.from(secret));
      const kept = JSON.parse(JSON.stringify(metadata)) as Record<string, unknown>;
      await insertOAuthClient(db.drizzle, { id, metadata: kept, secretSealed }, clock());
    },
    find: async (id) => {
      const client = await readOAuthClient(db.drizzle, id);
      if (client === null) return undefined;
      const { metadata, secretSealed } = client;
      if (secretSealed === null) return metadata as AdapterPayload;
      const secret = openSecret(config.secretKeys, SECRET_PURPOSE, secretSealed);
      return { ...(metadata as AdapterPayload), client_secret: Buffer.from(secret).toString('utf8') };
    },
  };
}
