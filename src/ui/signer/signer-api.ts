import { z } from 'zod';
import { errorSchema, type WireError } from '#wire/error.ts';
import {
  invitationSchema,
  newLinkAnswer,
  statusAnswer,
  type Invitation,
  type SignBody,
} from '#wire/signer.ts';
import { signerViewSchema, type SignerView } from '#wire/signer-view.ts';
import type { Language } from '#domain/language.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';

// The page's content security policy forbids compiling code from text, which zod would try and the browser would report.
z.config({ jitless: true });

/** An answer of the signer surface that is not the one asked for; `network` when none came at all. */
export class SignerProblem extends Error {
  readonly code: WireError['code'] | 'network';
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before another try, where the server said so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: WireError['code'] | 'network',
    details: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(code);
    this.name = 'SignerProblem';
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The signer's surface of the API, called with one signer's token. Every method rejects with a `SignerProblem`. */
export class SignerApi {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** What the landing page shows; asking has no effect. */
  invitation(): Promise<Invitation> {
    return this.#read('/api/signer/invitation', invitationSchema);
  }

  /** The envelope as this signer sees it; asking is recorded as having viewed it. */
  envelope(language: Language): Promise<SignerView> {
    return this.#read(`/api/signer/envelope?language=${language}`, signerViewSchema);
  }

  /** The PDF: the one to sign, or the sealed copy once there is one. */
  async document(): Promise<Uint8Array> {
    const response = await this.#fetch('/api/signer/document');
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch {
      throw new SignerProblem('network');
    }
  }

  consent(): Promise<EnvelopeStatus> {
    return this.#act('/api/signer/consent', { accepted: true });
  }

  sign(body: SignBody): Promise<EnvelopeStatus> {
    return this.#act('/api/signer/sign', body);
  }

  decline(reason: string): Promise<EnvelopeStatus> {
    return this.#act('/api/signer/decline', reason === '' ? {} : { reason });
  }

  /** Asks for a new link by mail; also a link that no longer works may ask. */
  async requestNewLink(): Promise<void> {
    await this.#read('/api/signer/new-link', newLinkAnswer, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  }

  async #act(path: string, body: unknown): Promise<EnvelopeStatus> {
    const { status } = await this.#read(path, statusAnswer, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return status;
  }

  async #read<T>(path: string, schema: z.ZodType<T>, init: RequestInit = {}): Promise<T> {
    const response = await this.#fetch(path, init);
    const parsed = schema.safeParse(await jsonOf(response));
    if (!parsed.success) throw new SignerProblem('internal');
    return parsed.data;
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#token}`);
    let response: Response;
    try {
      response = await fetch(path, { ...init, headers, cache: 'no-store', credentials: 'omit' });
    } catch {
      throw new SignerProblem('network');
    }
    if (response.ok) return response;
    throw await problemOf(response);
  }
}

/** What a signer's page asks for and does: of the server, or of a preview that keeps nothing. */
export type SignerOperations = Pick<
  SignerApi,
  'invitation' | 'envelope' | 'document' | 'consent' | 'sign' | 'decline' | 'requestNewLink'
>;

async function problemOf(response: Response): Promise<SignerProblem> {
  const parsed = errorSchema.safeParse(await jsonOf(response));
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  if (!parsed.success)
    return new SignerProblem(response.status >= 500 ? 'unavailable' : 'internal', {}, retryAfter);
  return new SignerProblem(parsed.data.code, parsed.data.details ?? {}, retryAfter);
}

/** A body that is no JSON is treated like one that has the wrong shape: a proxy's error page, a cut connection. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
