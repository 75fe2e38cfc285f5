import { describe, expect, it } from 'vitest';
import { detectStranger } from '#ui/verify/stranger.ts';
import { verify } from '#verify/verify.ts';
import { sealableDocument } from '../../pdf/support/sealable-document.ts';
import { signedBefore } from '../../pdf/support/signed-document.ts';
import { fileOf, readSealVectors } from '../../vectors/seal/vectors.ts';

/** As a page does that knows another root than the vectors'. */
const judge = async (bytes: Uint8Array) =>
  detectStranger(bytes, await verify(bytes, { rootFingerprints: ['ab'.repeat(32)] }));

describe('a file without our seal', () => {
  it('is none of ours, however a seal of ours is changed', async () => {
    const strangers: Record<string, string> = {};
    for (const vector of readSealVectors()) {
      const stranger = await judge(fileOf(vector));
      if (stranger !== null) strangers[vector.name] = stranger;
    }
    expect(strangers).toEqual({
      'not-sealed': 'unsealed',
      'usf-no-byte-range': 'unsealed',
      'presented-length-missing': 'foreign',
    });
  });

  it('is known by a signature that is none of ours, of the usual kind and of PAdES', async () => {
    const document = await sealableDocument([{}]);
    for (const subFilter of ['adbe.pkcs7.detached', 'ETSI.CAdES.detached'] as const)
      expect(await judge(await signedBefore(document, { subFilter })), subFilter).toBe('elsewhere');
    expect(await judge(await signedBefore(document, { certify: 2 }))).toBe('elsewhere');
  });
});
