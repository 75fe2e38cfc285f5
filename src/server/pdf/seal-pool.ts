import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { SealedDocument, SealRequest } from './seal-request.ts';
import type { SealOutcome } from './seal-worker.ts';
import { SignatureImageError } from './signature-image.ts';

/** Seals documents in threads of their own. */
export interface SealPool {
  /** As `seal`; requests beyond the number of threads wait in order. The request's bytes are copied, not taken. */
  seal(request: SealRequest): Promise<SealedDocument>;
  /** Lets running and waiting requests finish, then ends the threads. */
  close(): Promise<void>;
}

/** Starts a pool whose threads load fonts once and stay, so that sealing never holds up the event loop. */
export function openSealPool({ threads }: { threads: number }): SealPool {
  const pool = new Piscina<SealRequest, SealOutcome>({
    filename: fileURLToPath(new URL('./seal-worker.ts', import.meta.url)),
    name: 'sealInThread',
    minThreads: threads,
    maxThreads: threads,
    // Nothing of the service's environment, above all no secret; and no font but our own.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  });
  return {
    async seal(request) {
      const outcome = await pool.run(request);
      if (outcome.kind === 'image') throw new SignatureImageError(outcome.reason);
      return outcome.sealed;
    },
    close: () => pool.close(),
  };
}
